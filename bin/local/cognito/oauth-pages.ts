import type { ServerResponse } from 'node:http'

/** What an OAuth endpoint answers. */
export type Page =
  | { readonly redirect: string }
  | { readonly status: number; readonly json: object }
  | { readonly status: number; readonly text: string }

export interface Flaw {
  readonly error: string
  readonly description: string
}

/** An error the product gets to see: back at its own address. */
export function refusal(back: { redirectUri: string; state: string }, { error, description }: Flaw): Page {
  return { redirect: withQuery(back.redirectUri, { error_description: description, state: back.state, error }) }
}

/** An address with more parameters than it may have already. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}

/** A page of our own: an address that is not registered must never be redirected to. */
export function mistake(error: string): Page {
  return { status: 400, text: `An error was encountered with the requested page: ${error}` }
}

export function show(response: ServerResponse, page: Page): void {
  if ('redirect' in page) {
    response.writeHead(302, { location: page.redirect }).end()
  } else if ('json' in page) {
    response.writeHead(page.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(page.json))
  } else {
    response.writeHead(page.status, { 'content-type': 'text/plain; charset=utf-8' }).end(page.text)
  }
}
