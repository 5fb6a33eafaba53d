/** A failed invocation, as the caller of Lambda sees it. */
export class FunctionError extends Error {
  constructor(errorType: string, errorMessage: string, trace?: string) {
    super(errorMessage)
    this.name = errorType
    if (trace) this.stack = trace
  }
}

const TIMED_OUT = 'Sandbox.Timedout'

/** The function was ended at its own limit. */
export const createFunctionTimeout = (requestId: string, seconds: number): FunctionError =>
  new FunctionError(TIMED_OUT, `${requestId} Task timed out after ${seconds.toFixed(2)} seconds`)

export const isFunctionTimeout = (error: unknown): boolean => error instanceof FunctionError && error.name === TIMED_OUT
