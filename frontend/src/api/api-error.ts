import type { RefusalCode } from '#contract/refusals'

export interface RefusalExplanation {
  readonly text: string
  /** Undefined for the whole request. */
  readonly field: string | undefined
}

const unexplained: RefusalExplanation = {
  text: 'No hemos podido hacerlo, y tampoco cargar la explicación. Recarga la página e inténtalo de nuevo.',
  field: undefined,
}

export class ApiError extends Error {
  readonly code: RefusalCode
  /** Spanish messages by field; filled for `invalid-input`. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Method and path of the endpoint, e.g. `POST /customers`; undefined if the browser itself refuses. */
  readonly route: string | undefined
  readonly text: string
  readonly field: string | undefined

  constructor(
    code: RefusalCode,
    problems: Readonly<Record<string, readonly string[]>> = {},
    route?: string,
    { text, field }: RefusalExplanation = unexplained,
  ) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.problems = problems
    this.route = route
    this.text = text
    this.field = field
  }
}

export const hasApiErrorCode = (error: unknown, code: RefusalCode): boolean =>
  error instanceof ApiError && error.code === code

export const isEditConflictError = (error: unknown): boolean => hasApiErrorCode(error, 'changed-meanwhile')

export class ApiUnreachableError extends Error {
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'ApiUnreachableError'
    this.status = status
  }
}

/** Lambda concurrency limit or timeout; the request may have been executed. */
export const serverBusyText = 'Hay muchas peticiones en este momento. Espera unos segundos e inténtalo de nuevo.'
