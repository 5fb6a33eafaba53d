export class ElectroError extends Error {
  override readonly name = 'ElectroError'
}
