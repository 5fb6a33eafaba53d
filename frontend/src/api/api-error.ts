import type { RefusalCode } from '#contract/refusals'

/** The API said no, and said which no. */
export class ApiError extends Error {
  readonly code: RefusalCode
  /** What is wrong with each field of `invalid-input`, in Spanish. */
  readonly problems: Readonly<Record<string, readonly string[]>>

  constructor(code: RefusalCode, problems: Readonly<Record<string, readonly string[]>> = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.problems = problems
  }
}

export const hasRefusalCode = (error: unknown, code: RefusalCode): boolean =>
  error instanceof ApiError && error.code === code

/** Whether somebody else has changed what is edited here since it was read. Nothing was saved then. */
export const isConflict = (error: unknown): boolean => hasRefusalCode(error, 'changed-meanwhile')

/** No answer worth the name: no network, no time left, or a fault on the other side. `message` is for people. */
export class UnreachableError extends Error {
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'Unreachable'
    this.status = status
  }
}
