interface Formatter<Value> {
  readonly format: (value: Value) => string
}

/**
 * Created on first use: the first `Intl` formatter of a process takes 20 ms of processor, and most calls of a function
 * need none.
 */
export function onFirstUse<Value>(make: () => Formatter<Value>): Formatter<Value> {
  let made: Formatter<Value> | undefined
  return { format: (value) => (made ??= make()).format(value) }
}
