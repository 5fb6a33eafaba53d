import { mapStack } from './map-stack.ts'

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** Without email addresses: AWS services put them in their errors, and a log must identify nobody. */
export const formatErrorForLog = (error: unknown): string =>
  (error instanceof Error ? mapStack(error.stack ?? error.name) : String(error)).replaceAll(ADDRESS, '…@…')
