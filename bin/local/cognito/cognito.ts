import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerOperation, fromWire, readBody, ServiceError, type Operation, type VerifyIam } from '../json-protocol.ts'
import type { StandIn } from '../stand-in.ts'
import type { Mail } from './codes.ts'
import { show, oauthEndpoints, type OAuthOptions } from './oauth.ts'
import { accountOperations, passwordOperations } from './operations-account.ts'
import { adminSignInOperations, adminOperations } from './operations-admin.ts'
import { groupOperations } from './operations-groups.ts'
import { inviteOperations } from './operations-invite.ts'
import { linkOperations } from './operations-link.ts'
import { listOperations } from './operations-list.ts'
import { mfaOperations } from './operations-mfa.ts'
import { signInOperations } from './operations-sign-in.ts'
import { signUpOperations } from './operations-sign-up.ts'
import { openPool, type Pool, type PoolOptions } from './pool.ts'
import { seedUser, type Seed } from './seed.ts'
import type { SigningKey } from './signing-key.ts'

export type { Mail }

export interface CognitoOptions extends PoolOptions, OAuthOptions {
  readonly verifyIam?: VerifyIam
}

export interface CognitoStandIn extends StandIn {
  readonly issuer: string
  readonly jwks: () => SigningKey['jwks']
  /**
   * Creates a confirmed user with a verified address unless the address exists.
   * @returns the `sub`
   */
  readonly seedUser: (seed: Seed) => string
  /** Base32; undefined until an authenticator app is confirmed. */
  readonly totpSecretOf: (email: string) => string | undefined
}

export function createCognito(options: CognitoOptions): CognitoStandIn {
  const pool = openPool(options)
  const mountPath = new URL(options.publicUrl).pathname.replace(/\/$/, '')
  const answerPost = operationsOf(pool, options.verifyIam)
  const answerPath = paths(pool, options)
  return {
    issuer: pool.issuer,
    jwks: () => pool.key.jwks,
    seedUser: (seed) => seedUser(pool, seed),
    totpSecretOf: (email) => pool.users.find(email)?.softwareToken?.secret,
    async answer(request, response) {
      allowEveryOrigin(response)
      if (request.method === 'OPTIONS') return void response.writeHead(204).end()
      if (request.headers['x-amz-target']) return answerPost(request, response)
      const url = new URL(request.url ?? '/', 'http://local')
      const path = url.pathname.startsWith(mountPath) ? url.pathname.slice(mountPath.length) : url.pathname
      try {
        await answerPath(path, { request, response, query: url.searchParams })
      } catch (error) {
        if (!(error instanceof ServiceError)) console.error(error)
        const status = error instanceof ServiceError ? error.status : 500
        show(response, { status, json: { error: status < 500 ? 'invalid_request' : 'server_error' } })
      }
    },
  }
}

/** The browser's operations carry no IAM signature; all others do. */
function operationsOf(
  pool: Pool,
  verifyIam: VerifyIam | undefined,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const open = {
    ...signUpOperations(pool),
    ...signInOperations(pool),
    ...mfaOperations(pool),
    ...accountOperations(pool),
  }
  const signed = {
    ...adminOperations(pool),
    ...adminSignInOperations(pool),
    ...passwordOperations(pool),
    ...inviteOperations(pool),
    ...groupOperations(pool),
    ...listOperations(pool),
    ...linkOperations(pool),
  }
  const operations = Object.fromEntries(
    Object.entries({ ...open, ...signed }).map(([name, operation]) => [name, ofThisPool(pool, operation)]),
  )
  return (request, response) =>
    answerOperation(request, response, {
      operations,
      admit: (name, body) => {
        if (Object.hasOwn(signed, name)) verifyIam?.(request, body)
      },
    })
}

function ofThisPool(pool: Pool, operation: Operation): Operation {
  return (input: { ClientId?: string; UserPoolId?: string }) => {
    if (input.ClientId !== undefined && input.ClientId !== pool.clientId) {
      throw new ServiceError('ResourceNotFoundException', `User pool client ${input.ClientId} does not exist.`)
    }
    if (input.UserPoolId !== undefined && input.UserPoolId !== pool.id) {
      throw new ServiceError('ResourceNotFoundException', `User pool ${input.UserPoolId} does not exist.`)
    }
    return operation(fromWire(input))
  }
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
}

function paths(pool: Pool, options: OAuthOptions): (path: string, visit: Visit) => Promise<void> {
  const oauth = oauthEndpoints(pool, options)
  return async (path, { request, response, query }) => {
    const route = `${request.method} ${path}`
    switch (route) {
      case 'GET /oauth2/authorize':
        return show(response, oauth.authorize(query))
      case 'GET /oauth2/idpresponse':
        return show(response, await oauth.idpResponse(query))
      case 'POST /oauth2/token':
        return show(response, await oauth.token(new URLSearchParams((await readBody(request)).toString('utf8'))))
      case 'GET /logout':
        return show(response, oauth.logout(query))
      case `GET /${pool.id}/.well-known/jwks.json`:
        return show(response, { status: 200, json: pool.key.jwks })
      case `GET /${pool.id}/.well-known/openid-configuration`:
        return show(response, { status: 200, json: discovery(pool, options.publicUrl) })
      default:
        return show(response, { status: 404, json: { error: 'not_found' } })
    }
  }
}

function discovery(pool: Pool, publicUrl: string): object {
  return {
    issuer: pool.issuer,
    jwks_uri: `${pool.issuer}/.well-known/jwks.json`,
    authorization_endpoint: `${publicUrl}/oauth2/authorize`,
    token_endpoint: `${publicUrl}/oauth2/token`,
    end_session_endpoint: `${publicUrl}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

function allowEveryOrigin(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS')
  response.setHeader(
    'access-control-allow-headers',
    'amz-sdk-invocation-id, amz-sdk-request, authorization, cache-control, content-type, x-amz-target, x-amz-user-agent',
  )
  response.setHeader('access-control-expose-headers', 'x-amzn-RequestId, x-amzn-ErrorType, x-amzn-ErrorMessage, Date')
  response.setHeader('access-control-max-age', '86400')
}
