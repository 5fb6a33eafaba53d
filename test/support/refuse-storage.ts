const names = ['localStorage', 'sessionStorage'] as const
const before = new Map<string, PropertyDescriptor>()

/** As a browser that blocks the data of sites: the mere look at its storage throws. */
export function refuseStorage(): void {
  for (const name of names) {
    before.set(name, Object.getOwnPropertyDescriptor(window, name) ?? {})
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

/** For `afterEach`, as what comes after each test empties the storage. */
export function grantStorage(): void {
  for (const [name, descriptor] of before) Object.defineProperty(window, name, descriptor)
  before.clear()
}
