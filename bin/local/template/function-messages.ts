/** What an execution environment is given when it starts. */
export interface EnvironmentData {
  /** URL of the bundle's module. */
  readonly entry: string
  readonly handler: string
}

/** Events and answers cross as JSON, as they do with Lambda. */
export interface CallMessage {
  readonly event: string
  readonly context: object
  /** Milliseconds since 1970. */
  readonly deadline: number
  /** How far the local console has moved the product's clock. */
  readonly clockOffsetMs: number
}

export type OutcomeMessage =
  | { readonly answer: string }
  | { readonly errorType: string; readonly errorMessage: string; readonly trace: string }
