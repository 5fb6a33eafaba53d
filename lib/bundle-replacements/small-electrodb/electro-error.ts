/** Error of DynamoDB; `cause` is the SDK's error. */
export class ElectroError extends Error {
  override readonly name = 'ElectroError'
}
