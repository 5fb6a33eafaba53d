const capture = Error.captureStackTrace.bind(Error)

/** ElectroDB's errors capture their stack trace twice, the second time without the constructor. */
const captureOnce: typeof Error.captureStackTrace = (error, below) => {
  if (below?.name !== 'ElectroError') capture(error, below)
}

/** Repeatable: a setup file runs for each file of a worker. */
export function takeSingleTraces(): void {
  Error.captureStackTrace = captureOnce
}
