const names = ['localStorage', 'sessionStorage'] as const
const before = new Map<string, PropertyDescriptor>()

/** Like a browser that blocks site data: accessing the storage throws. */
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

/** Call in `afterEach`, because the general clean-up clears the storage. */
export function grantStorage(): void {
  for (const [name, descriptor] of before) Object.defineProperty(window, name, descriptor)
  before.clear()
}
