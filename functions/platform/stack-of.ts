const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** What went wrong, for the log: services name people's addresses in their errors, and a log names nobody. */
export const stackOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.name) : String(error)).replaceAll(ADDRESS, '…@…')
