const capture = Error.captureStackTrace.bind(Error)

/** ElectroDB's errors take their trace twice: as any error does, and once more without the line that makes them. */
const captureOnce: typeof Error.captureStackTrace = (error, below) => {
  if (below?.name !== 'ElectroError') capture(error, below)
}

/** May be asked for again: a setup file is run for each file of a worker. */
export function takeSingleTraces(): void {
  Error.captureStackTrace = captureOnce
}
