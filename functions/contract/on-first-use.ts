interface Formatter<Value> {
  readonly format: (value: Value) => string
}

/**
 * Made when it first formats something: the first formatter of a process takes 20 ms of its processor, and most calls of a
 * function need none.
 */
export function onFirstUse<Value>(make: () => Formatter<Value>): Formatter<Value> {
  let made: Formatter<Value> | undefined
  return { format: (value) => (made ??= make()).format(value) }
}
