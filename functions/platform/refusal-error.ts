import type { RefusalCode } from '#contract/refusals'

/** Any other error is a fault: logged, alarmed, without detail for the caller. */
export class RefusalError extends Error {
  readonly code: RefusalCode
  readonly problems: Readonly<Record<string, readonly string[]>> | undefined

  constructor(code: RefusalCode, { cause, problems }: { cause?: unknown; problems?: RefusalError['problems'] } = {}) {
    super(code, { cause })
    this.name = 'Refusal'
    this.code = code
    this.problems = problems
  }
}

export const throwRefusal = (code: RefusalCode, cause?: unknown): never => {
  throw new RefusalError(code, { cause })
}
