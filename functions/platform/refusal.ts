import type { RefusalCode } from '#contract/refusals'

/** An expected "no". Anything else that is thrown is a fault: logged, alarmed, and shown to nobody. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** For `invalid-input`: what is wrong, by the path of the field. */
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
