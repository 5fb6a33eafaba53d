type Methods = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/**
 * Loads a service's module, with its cloud client, or a module of actions at the first call of a method: most calls of
 * a function need none of it, and every kilobyte slows the cold start.
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
  // A proxy without target: any name is a method, except `then`, which would make it a promise.
  return new Proxy({} as Service, {
    get: (_, name) => (name === 'then' ? undefined : (...input: never[]) => callLoaded(name as keyof Service, input)),
    ownKeys: () => {
      throw new Error('a service that is loaded on first use has no list of methods to spread')
    },
  })
}
