/** A failed invocation, as the caller of Lambda sees it. */
export class FunctionError extends Error {
  constructor(errorType: string, errorMessage: string, trace?: string) {
    super(errorMessage)
    this.name = errorType
    if (trace) this.stack = trace
  }
}
