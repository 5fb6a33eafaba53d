import type { RefusalCode } from '#contract/refusals'

/** What users are told of a refusal. */
export interface RefusalExplanation {
  readonly text: string
  /** The field of the request that it is about; undefined for all of the request. */
  readonly field: string | undefined
}

const unexplained: RefusalExplanation = {
  text: 'No hemos podido hacerlo, y tampoco cargar la explicación. Recarga la página e inténtalo de nuevo.',
  field: undefined,
}

/** Made by `createApiError`, which explains it. */
export class ApiError extends Error {
  readonly code: RefusalCode
  /** The problems of each field, in Spanish; filled for `invalid-input`. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Method and path of the endpoint, e.g. `POST /customers`; undefined when nothing was sent. */
  readonly route: string | undefined
  /** In Spanish. */
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

/** Whether the save failed because somebody else changed the data since it was read. Nothing was saved then. */
export const isEditConflictError = (error: unknown): boolean => hasApiErrorCode(error, 'changed-meanwhile')

/** No usable answer: no network, timeout or a server fault. `message` may be shown to users. */
export class ApiUnreachableError extends Error {
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.name = 'ApiUnreachableError'
    this.status = status
  }
}

/** Lambda ran no more functions at once, or took too long: whoever asks again may have done it already. */
export const serverBusyText = 'Hay muchas peticiones en este momento. Espera unos segundos e inténtalo de nuevo.'
