interface Calls {
  readonly mock: { readonly calls: readonly (readonly unknown[])[] }
}

export const readLogged = (...watched: readonly Calls[]): Readonly<Record<string, unknown>>[] =>
  watched.flatMap(({ mock }) => mock.calls).map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
