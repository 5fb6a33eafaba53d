/** What the table refused; `cause` is the SDK's error. */
export class ElectroError extends Error {
  override readonly name = 'ElectroError'
}
