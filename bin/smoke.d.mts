interface Options {
  /** @default fetch */
  readonly ask?: (url: URL) => Promise<Response>
}
export function smoke(site: string, options?: Options): Promise<readonly string[]>
