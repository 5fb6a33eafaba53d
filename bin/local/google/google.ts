import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT } from 'jose'
import { openTokenSigningKey, type TokenSigningKey } from '../cognito/signing-key.ts'
import { readRequestBody, StandInServiceError } from '../json-protocol.ts'
import type { ServiceStandIn } from '../service-stand-in.ts'
import type { DocumentStore } from '../document-store.ts'
import { addLocalGoogleAccount, listLocalGoogleAccounts, type LocalGoogleAccount } from './accounts.ts'
import { renderGoogleAccountChooser, renderGoogleBlockedPage } from './chooser-page.ts'

export type { LocalGoogleAccount }

export interface GoogleStandInOptions {
  readonly store: DocumentStore
  /** Mount URL of the stand-in, without a trailing slash; also the issuer. */
  readonly publicUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
  readonly accounts: readonly LocalGoogleAccount[]
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number
}

export interface GoogleStandIn extends ServiceStandIn {
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
}

interface Code {
  readonly account: LocalGoogleAccount
  readonly redirectUri: string
  readonly nonce: string | null
  readonly expiresAt: number
}

interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | null
}

const CODE_MS = 5 * 60_000
const TOKEN_SECONDS = 3600

export function createGoogleStandIn(options: GoogleStandInOptions): GoogleStandIn {
  const { publicUrl } = options
  const mountPath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const context = openContext(options)
  const routes: Readonly<Record<string, (visit: Visit) => Promise<void> | void>> = {
    'GET /authorize': (visit) => showChooser(context, visit),
    'POST /authorize': (visit) => choose(context, visit),
    'POST /token': (visit) => exchange(context, visit),
    'GET /jwks.json': ({ response }) => json(response, 200, context.key.jwks),
  }
  return {
    issuer: publicUrl,
    authorizeUrl: `${publicUrl}/authorize`,
    tokenUrl: `${publicUrl}/token`,
    jwksUrl: `${publicUrl}/jwks.json`,
    async answer(request, response) {
      const url = new URL(request.url ?? '/', 'http://local')
      const path = url.pathname.startsWith(mountPath) ? url.pathname.slice(mountPath.length) : url.pathname
      const route = routes[`${request.method} ${path}`]
      try {
        if (!route) return json(response, 404, { error: 'not_found' })
        await route({ request, response, query: url.searchParams })
      } catch (error) {
        if (error instanceof StandInServiceError)
          return html(response, error.status, renderGoogleBlockedPage(error.message))
        console.error(error)
        html(response, 500, renderGoogleBlockedPage('Error interno de la copia local de Google.'))
      }
    },
  }
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
}

interface GoogleContext {
  readonly options: GoogleStandInOptions
  readonly key: TokenSigningKey
  readonly codes: ReturnType<typeof openCodes>
  readonly now: () => number
}

function openContext(options: GoogleStandInOptions): GoogleContext {
  const { store, now = Date.now } = options
  let key: TokenSigningKey | undefined
  return {
    options,
    get key() {
      return (key ??= openTokenSigningKey(store, 'google'))
    },
    codes: openCodes(store, now),
    now,
  }
}

function openCodes(store: DocumentStore, now: () => number) {
  const codes = store.collection<Code>('google-codes')
  return {
    make(code: Omit<Code, 'expiresAt'>): string {
      const id = `4/${randomBytes(32).toString('base64url')}`
      codes.put(id, { ...code, expiresAt: now() + CODE_MS })
      return id
    },
    take(id: string): Code | undefined {
      const code = codes.get(id)
      codes.delete(id)
      return code && code.expiresAt > now() ? code : undefined
    },
  }
}

function showChooser(context: GoogleContext, { response, query }: Visit): void {
  parseAuthorizationRequest(context, query)
  const { store, accounts } = context.options
  html(response, 200, renderGoogleAccountChooser(listLocalGoogleAccounts(store, accounts)))
}

/** The chooser's form posts to its own URL, so the query still contains the authorization request. */
async function choose(context: GoogleContext, { request, response, query }: Visit): Promise<void> {
  const authorization = parseAuthorizationRequest(context, query)
  const form = new URLSearchParams((await readRequestBody(request)).toString('utf8'))
  const { store, accounts } = context.options
  if (form.get('action') === 'cancel') return redirect(response, authorization, { error: 'access_denied' })
  const account =
    form.get('action') === 'add'
      ? addLocalGoogleAccount(store, form)
      : listLocalGoogleAccounts(store, accounts).find(({ subject }) => subject === form.get('subject'))
  if (!account)
    throw new StandInServiceError('invalid_request', 'Elija una cuenta o escriba un nombre y un correo válidos.')
  const { redirectUri, nonce } = authorization
  redirect(response, authorization, { code: context.codes.make({ account, redirectUri, nonce }) })
}

async function exchange(context: GoogleContext, { request, response }: Visit): Promise<void> {
  const form = new URLSearchParams((await readRequestBody(request)).toString('utf8'))
  const { clientId, clientSecret, publicUrl } = context.options
  if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) {
    return json(response, 401, { error: 'invalid_client' })
  }
  const code = context.codes.take(form.get('code') ?? '')
  if (form.get('grant_type') !== 'authorization_code' || !code || form.get('redirect_uri') !== code.redirectUri) {
    return json(response, 400, { error: 'invalid_grant' })
  }
  const issuedAt = Math.floor(context.now() / 1000)
  const idToken = await new SignJWT({
    ...claimsOf(code.account),
    azp: clientId,
    ...(code.nonce && { nonce: code.nonce }),
  })
    .setProtectedHeader({ alg: 'RS256', kid: context.key.id })
    .setIssuer(publicUrl)
    .setAudience(clientId)
    .setSubject(code.account.subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(context.key.privateKey)
  json(response, 200, {
    access_token: randomBytes(32).toString('base64url'),
    expires_in: TOKEN_SECONDS,
    scope: 'openid email profile',
    token_type: 'Bearer',
    id_token: idToken,
  })
}

function claimsOf(account: LocalGoogleAccount): Record<string, string | boolean> {
  const [givenName = account.name, ...familyNames] = account.name.split(' ')
  return {
    email: account.email,
    email_verified: account.emailVerified,
    name: account.name,
    given_name: givenName,
    family_name: familyNames.join(' '),
    locale: 'es',
  }
}

/** @throws StandInServiceError for an unregistered client or redirect URI, which must not be redirected to */
function parseAuthorizationRequest({ options }: GoogleContext, query: URLSearchParams): AuthorizationRequest {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== options.clientId)
    throw new StandInServiceError('invalid_client', 'Error 401: invalid_client')
  if (!options.redirectUris.includes(redirectUri)) {
    throw new StandInServiceError('redirect_uri_mismatch', 'Error 400: redirect_uri_mismatch')
  }
  if (query.get('response_type') !== 'code' || !query.get('scope')?.split(' ').includes('openid')) {
    throw new StandInServiceError('invalid_request', 'Error 400: invalid_request')
  }
  return { redirectUri, state: query.get('state') ?? '', nonce: query.get('nonce') }
}

function redirect(response: ServerResponse, authorization: AuthorizationRequest, answer: Record<string, string>): void {
  // 303: the browser follows its POST with a GET.
  const location = `${authorization.redirectUri}?${new URLSearchParams({ ...answer, state: authorization.state })}`
  response.writeHead(303, { location }).end()
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
}
