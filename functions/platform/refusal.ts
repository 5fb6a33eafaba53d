import type { RefusalCode } from '#contract/refusals'

/** An expected "no". Anything else that is thrown is a fault: logged, alarmed, without detail for the caller. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** For `invalid-input`: messages by field path. */
  readonly problems: Readonly<Record<string, readonly string[]>> | undefined

  constructor(code: RefusalCode, { cause, problems }: { cause?: unknown; problems?: Refusal['problems'] } = {}) {
    super(code, { cause })
    this.name = 'Refusal'
    this.code = code
    this.problems = problems
  }
}

export const refuse = (code: RefusalCode, cause?: unknown): never => {
  throw new Refusal(code, { cause })
}
