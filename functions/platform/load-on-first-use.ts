type Methods = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/**
 * A service whose module, and with it the client of another cloud service, is loaded at the first call of one of its
 * methods, or a module of actions: most calls of a function need none of it, and each kilobyte is paid for at its start.
 */
export function loadOnFirstUse<Service extends { readonly [Name in keyof Service]: Methods[string] }>(
  load: () => Promise<Service>,
): Service {
  let loaded: Promise<Service> | undefined
  const callLoaded = async (name: keyof Service, input: readonly never[]): Promise<unknown> => {
    loaded ??= load()
    const service = await loaded
    return service[name](...input)
  }
  // A target without methods: what is asked for are names alone. `then` would make it something to wait for.
  return new Proxy({} as Service, {
    get: (_, name) => (name === 'then' ? undefined : (...input: never[]) => callLoaded(name as keyof Service, input)),
    ownKeys: () => {
      throw new Error('a service that is loaded on first use has no list of methods to spread')
    },
  })
}
