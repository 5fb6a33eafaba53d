interface Calls {
  readonly mock: { readonly calls: readonly (readonly unknown[])[] }
}

/** The lines that the functions wrote to a console that a test watches. */
export const readLogged = (...watched: readonly Calls[]): Readonly<Record<string, unknown>>[] =>
  watched.flatMap(({ mock }) => mock.calls).map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
