import { stringify } from 'csv-stringify/sync'

const formula = /^[=+\-@\t\r＝＋－＠]/

/** Digits and spaces only: hyphens would make it a subtraction. */
export const escapePhoneForSpreadsheet = (phone: string): string =>
  /^\+[\d\s().-]+$/.test(phone) ? phone.replaceAll(/[\s().-]+/g, ' ').trim() : phone

/** Escapes formulas. Digits after a plus are harmless. */
const sheetCell = (text: string): string => (formula.test(text) && !/^\+[\d ]+$/.test(text) ? `'${text}` : text)

export const unescapeSpreadsheetCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell

/** For spreadsheets in Spain: semicolons, and with `bom` a UTF-8 byte order mark. */
export const formatSpreadsheetLines = (
  rows: readonly (readonly string[])[],
  { bom }: { readonly bom: boolean },
): string =>
  stringify(
    rows.map((row) => row.map(sheetCell)),
    { bom, delimiter: ';', record_delimiter: 'windows' },
  )
