export interface EnvironmentData {
  /** URL of the bundle's module. */
  readonly entry: string
  readonly handler: string
}

/** Events and replies cross as JSON, as with Lambda. */
export interface CallMessage {
  readonly event: string
  readonly context: object
  /** Milliseconds since 1970. */
  readonly deadline: number
  /** Offset of the product's clock. */
  readonly clockOffsetMs: number
}

export type OutcomeMessage =
  | { readonly answer: string }
  | { readonly errorType: string; readonly errorMessage: string; readonly trace: string }
