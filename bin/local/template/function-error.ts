/** What a caller of Lambda sees of a function that failed. */
export class FunctionError extends Error {
  constructor(errorType: string, errorMessage: string, trace?: string) {
    super(errorMessage)
    this.name = errorType
    if (trace) this.stack = trace
  }
}
