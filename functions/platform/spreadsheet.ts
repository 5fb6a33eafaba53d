import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet takes for a formula when a cell begins with it. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A phone as spreadsheets leave it alone: digits and spaces. Without hyphens it is no subtraction. */
export const sheetPhone = (phone: string): string =>
  /^\+[\d\s().-]+$/.test(phone) ? phone.replaceAll(/[\s().-]+/g, ' ').trim() : phone

/** A text that a spreadsheet shows and never runs. Digits after a plus cannot do anything. */
const sheetCell = (text: string): string => (formula.test(text) && !/^\+[\d ]+$/.test(text) ? `'${text}` : text)

/** What a cell said before it was guarded. */
export const textOfSheetCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell

/** Lines of a file that a spreadsheet in Spain opens: semicolons, and with `bom` the mark at its beginning that says UTF-8. */
export const sheetLines = (rows: readonly (readonly string[])[], { bom }: { readonly bom: boolean }): string =>
  stringify(
    rows.map((row) => row.map(sheetCell)),
    { bom, delimiter: ';', record_delimiter: 'windows' },
  )
