import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthorizeCall } from '../authorization/authorize-call.ts'
import { listUserPoolActions } from '../authorization/cognito-actions.ts'
import {
  answerAwsJsonRequest,
  castJsonValue,
  readRequestBody,
  StandInServiceError,
  type AwsJsonOperation,
  type VerifyIamSignature,
} from '../json-protocol.ts'
import type { ServiceStandIn } from '../service-stand-in.ts'
import type { CodeMail } from './codes.ts'
import { sendOAuthResponse, createCognitoOAuthEndpoints, type CognitoOAuthOptions } from './oauth.ts'
import { localCognitoAccountOperations, localCognitoPasswordOperations } from './operations-account.ts'
import { localCognitoAdminSignInOperations, localCognitoAdminOperations } from './operations-admin.ts'
import { localCognitoGroupOperations } from './operations-groups.ts'
import { localCognitoInviteOperations } from './operations-invite.ts'
import { localCognitoLinkOperations } from './operations-link.ts'
import { localCognitoListOperations } from './operations-list.ts'
import { localCognitoMfaOperations } from './operations-mfa.ts'
import { localCognitoSignInOperations } from './operations-sign-in.ts'
import { localCognitoSignUpOperations } from './operations-sign-up.ts'
import type { LocalWebAcl } from '../web-acl/local-web-acl.ts'
import { openLocalUserPool, type LocalUserPool, type LocalUserPoolOptions } from './pool.ts'
import { seedCognitoUser, type CognitoUserSeed } from './seed.ts'
import type { TokenSigningKey } from './signing-key.ts'

export type { CodeMail }

export interface CognitoStandInOptions extends LocalUserPoolOptions, CognitoOAuthOptions {
  readonly verifyIam?: VerifyIamSignature
  readonly authorizeCall?: AuthorizeCall | undefined
  readonly webAcl?: LocalWebAcl | undefined
}

export interface CognitoStandIn extends ServiceStandIn {
  readonly issuer: string
  readonly jwks: () => TokenSigningKey['jwks']
  /**
   * Creates a confirmed user with a verified address unless the address exists.
   * @returns the `sub`
   */
  readonly seedUser: (seed: CognitoUserSeed) => string
  readonly totpSecretOf: (email: string) => string | undefined
}

export function createCognitoStandIn(options: CognitoStandInOptions): CognitoStandIn {
  const pool = openLocalUserPool(options)
  const mountPath = new URL(options.publicUrl).pathname.replace(/\/$/, '')
  const answerPost = operationsOf(pool, options)
  const answerPath = paths(pool, options)
  return {
    issuer: pool.issuer,
    jwks: () => pool.key.jwks,
    seedUser: (seed) => seedCognitoUser(pool, seed),
    totpSecretOf: (email) => pool.users.find(email)?.softwareToken?.secret,
    async answer(request, response) {
      allowEveryOrigin(response)
      if (request.method === 'OPTIONS') return void response.writeHead(204).end()
      if (options.webAcl?.(request)) return refuseByWebAcl(response)
      if (request.headers['x-amz-target']) return answerPost(request, response)
      const url = new URL(request.url ?? '/', 'http://local')
      const path = url.pathname.startsWith(mountPath) ? url.pathname.slice(mountPath.length) : url.pathname
      try {
        await answerPath(path, { request, response, query: url.searchParams })
      } catch (error) {
        if (!(error instanceof StandInServiceError)) console.error(error)
        const status = error instanceof StandInServiceError ? error.status : 500
        sendOAuthResponse(response, { status, json: { error: status < 500 ? 'invalid_request' : 'server_error' } })
      }
    },
  }
}

/** The same answer for the JSON operations and the OAuth endpoints. */
function refuseByWebAcl(response: ServerResponse): void {
  const body = { __type: 'ForbiddenException', message: 'Request not allowed due to WAF block.' }
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
}

/** The browser's operations carry no IAM signature; all others do. */
function operationsOf(
  pool: LocalUserPool,
  { verifyIam, authorizeCall }: Pick<CognitoStandInOptions, 'verifyIam' | 'authorizeCall'>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const open = {
    ...localCognitoSignUpOperations(pool),
    ...localCognitoSignInOperations(pool),
    ...localCognitoMfaOperations(pool),
    ...localCognitoAccountOperations(pool),
  }
  const signed = {
    ...localCognitoAdminOperations(pool),
    ...localCognitoAdminSignInOperations(pool),
    ...localCognitoPasswordOperations(pool),
    ...localCognitoInviteOperations(pool),
    ...localCognitoGroupOperations(pool),
    ...localCognitoListOperations(pool),
    ...localCognitoLinkOperations(pool),
  }
  const operations = Object.fromEntries(
    Object.entries({ ...open, ...signed }).map(([name, operation]) => [name, ofThisPool(pool, operation)]),
  )
  return (request, response) =>
    answerAwsJsonRequest(request, response, {
      operations,
      admit: (name, body) => {
        if (!Object.hasOwn(signed, name)) return
        const key = verifyIam?.(request, body)
        if (!authorizeCall) return
        const { region, accountId } = authorizeCall.policies.stack
        const arn = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${pool.id}`
        authorizeCall.require({ key, request }, () => listUserPoolActions(name, arn))
      },
    })
}

function ofThisPool(pool: LocalUserPool, operation: AwsJsonOperation): AwsJsonOperation {
  return (input: { ClientId?: string; UserPoolId?: string }) => {
    if (input.ClientId !== undefined && input.ClientId !== pool.clientId) {
      throw new StandInServiceError('ResourceNotFoundException', `User pool client ${input.ClientId} does not exist.`)
    }
    if (input.UserPoolId !== undefined && input.UserPoolId !== pool.id) {
      throw new StandInServiceError('ResourceNotFoundException', `User pool ${input.UserPoolId} does not exist.`)
    }
    return operation(castJsonValue(input))
  }
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
}

function paths(pool: LocalUserPool, options: CognitoOAuthOptions): (path: string, visit: Visit) => Promise<void> {
  const oauth = createCognitoOAuthEndpoints(pool, options)
  return async (path, { request, response, query }) => {
    const route = `${request.method} ${path}`
    switch (route) {
      case 'GET /oauth2/authorize':
        return sendOAuthResponse(response, oauth.authorize(query))
      case 'GET /oauth2/idpresponse':
        return sendOAuthResponse(response, await oauth.idpResponse(query))
      case 'POST /oauth2/token':
        return sendOAuthResponse(
          response,
          await oauth.token(new URLSearchParams((await readRequestBody(request)).toString('utf8'))),
        )
      case 'GET /logout':
        return sendOAuthResponse(response, oauth.logout(query))
      case `GET /${pool.id}/.well-known/jwks.json`:
        return sendOAuthResponse(response, { status: 200, json: pool.key.jwks })
      case `GET /${pool.id}/.well-known/openid-configuration`:
        return sendOAuthResponse(response, { status: 200, json: discovery(pool, options.publicUrl) })
      default:
        return sendOAuthResponse(response, { status: 404, json: { error: 'not_found' } })
    }
  }
}

function discovery(pool: LocalUserPool, publicUrl: string): object {
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
