import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt } from 'jose'
import type * as z from 'zod/mini'
import { accessTokenScopes } from '#contract/access-token-scopes'
import { apiContract } from '#contract/api'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import type { Endpoint } from '#contract/endpoint'
import type { Database } from '#data/database'
import type { SmokeTarget } from './smoke.ts'
import { blocked, due, type NamedVerdict, ready, type Verdict } from './verdict.ts'

export interface SignedInSmokeTarget extends SmokeTarget {
  readonly cognito: CognitoIdentityProviderClient
  readonly clientId: string
  readonly data: Pick<Database, 'auditEntries'>
}

/** Belongs to nobody: the account exists for seconds, has no profile and is not counted. */
const EMAIL = 'comprobacion@habitat-interior.invalid'
/** From the documentation range (RFC 5737), so nobody calls from there. */
const FORGED_ADDRESS = '203.0.113.66'

const registration = `/api${apiContract.account.readRegistration.path}`

async function removeAccount({ cognito, userPoolId }: SignedInSmokeTarget): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: EMAIL }))
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error
  }
}

async function makeAccount(target: SignedInSmokeTarget, password: string): Promise<void> {
  const account = { UserPoolId: target.userPoolId, Username: EMAIL }
  // Left over from an interrupted test.
  await removeAccount(target)
  const UserAttributes = [
    { Name: 'email', Value: EMAIL },
    { Name: 'email_verified', Value: 'true' },
  ]
  await target.cognito.send(new AdminCreateUserCommand({ ...account, MessageAction: 'SUPPRESS', UserAttributes }))
  await target.cognito.send(new AdminSetUserPasswordCommand({ ...account, Password: password, Permanent: true }))
}

async function post<E extends Endpoint>(
  { fetch, site }: SmokeTarget,
  { path, reply }: E,
  body: object,
): Promise<z.output<E['reply']>> {
  const answer = await fetch(new URL(`/api${path}`, site), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': FORGED_ADDRESS },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} responde ${answer.status}`)
  return reply.parse(await answer.json()) as z.output<E['reply']>
}

interface Tokens {
  readonly access: string
  readonly id: string
  readonly refresh: string
}

const toTokens = (
  given: {
    readonly AccessToken?: string | undefined
    readonly IdToken?: string | undefined
    readonly RefreshToken?: string | undefined
  } = {},
): Tokens => ({ access: given.AccessToken ?? '', id: given.IdToken ?? '', refresh: given.RefreshToken ?? '' })

async function signIn(target: SignedInSmokeTarget, password: string, ticket?: string): Promise<Tokens> {
  const { AuthenticationResult } = await target.cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: target.userPoolId,
      ClientId: target.clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD: password },
      ...(ticket !== undefined && { ClientMetadata: { [cognitoMetadataKeys.ticket]: ticket } }),
    }),
  )
  return toTokens(AuthenticationResult)
}

async function refresh({ cognito, clientId }: SignedInSmokeTarget, { refresh: token }: Tokens): Promise<Tokens> {
  const { AuthenticationResult } = await cognito.send(
    new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken: token }),
  )
  return toTokens(AuthenticationResult)
}

const scopesOf = ({ access }: Tokens): readonly string[] =>
  decodeJwt<{ scope?: string }>(access).scope?.split(' ').toSorted() ?? []

const askRegistration = ({ fetch, site }: SmokeTarget, token: string) =>
  fetch(new URL(registration, site), { headers: { authorization: `Bearer ${token}` } })

/** A refreshed session must have exactly the permissions of the first. */
async function judgeRefreshed(target: SignedInSmokeTarget, first: Tokens): Promise<Verdict> {
  const refreshed = await refresh(target, first)
  const [before, after] = [scopesOf(first), scopesOf(refreshed)].map((scopes) => scopes.join(' '))
  if (before !== after) return blocked(`Tras renovar el token, sus permisos son «${after}» y eran «${before}».`)
  if (!scopesOf(refreshed).includes(accessTokenScopes.password))
    return blocked(`El token no dice que se entró con contraseña: ${after}.`)
  const answer = await askRegistration(target, refreshed.access)
  if (answer.status !== 200) return blocked(`La API responde ${answer.status} al token renovado.`)
  const { origin } = apiContract.account.readRegistration.reply.parse(await answer.json())
  return origin === 'password'
    ? ready('El token renovado vale lo mismo que el primero.')
    : blocked(`Para la API, el token renovado es de ${origin}.`)
}

async function judgeIdToken(target: SignedInSmokeTarget, { id }: Tokens): Promise<Verdict> {
  const { status } = await askRegistration(target, id)
  return [401, 403].includes(status) ? ready('El token de identidad no abre nada.') : blocked(`Abre con ${status}.`)
}

/** The log's search index may lag by moments. */
async function readAuditedAddresses({ data }: SignedInSmokeTarget, userId: string): Promise<readonly string[]> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { data: entries } = await data.auditEntries.query.bySubject({ subjectId: userId }).go()
    const addresses = entries.flatMap(({ address }) => address ?? [])
    if (addresses.length > 0) return addresses
    await setTimeout(500)
  }
  return []
}

/** Reports a wrong password with a forged `X-Forwarded-For`: the audit log must have the real address. */
async function judgeAddress(target: SignedInSmokeTarget, { access }: Tokens): Promise<Verdict> {
  const { ticket } = await post(target, apiContract.account.issueTicket, {})
  await signIn(target, 'No-es-esta-1', ticket).catch((error: unknown) => {
    if (!(error instanceof NotAuthorizedException)) throw error
  })
  await post(target, apiContract.account.reportFailedSignIn, { ticket })
  const addresses = await readAuditedAddresses(target, `usr_${decodeJwt(access).sub}`)
  if (addresses.length === 0) return blocked('La entrada fallida no consta en el registro de auditoría.')
  return addresses.includes(FORGED_ADDRESS)
    ? blocked('El registro de auditoría cree la dirección que dice quien llama (X-Forwarded-For).')
    : ready('El registro de auditoría no cree la dirección que dice quien llama.')
}

/** The table's library wraps the errors of AWS. */
function findPermissionError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return error.name.startsWith('AccessDenied') ? error : findPermissionError(error.cause)
}

/** Who may not ask learns nothing of the stage; any other failure is what a user would meet too. */
function judgeError(error: unknown): Verdict {
  const denied = findPermissionError(error)
  if (denied) return due(`No se ha podido comprobar (${denied.name}): ${denied.message}`)
  const { name, message } = error as Error
  return blocked(`Ha fallado (${name}): ${message}`)
}

/** Signs in with an account that is created for the test. One failed sign-in of it stays in the audit log. */
export async function smokeSignedIn(target: SignedInSmokeTarget): Promise<readonly NamedVerdict[]> {
  try {
    return await askSignedIn(target)
  } catch (error) {
    return [{ name: 'con una cuenta', ...judgeError(error) }]
  }
}

async function askSignedIn(target: SignedInSmokeTarget): Promise<readonly NamedVerdict[]> {
  const password = `Aa1!${randomUUID()}`
  try {
    await makeAccount(target, password)
    const first = await signIn(target, password)
    return [
      { name: 'token de identidad', ...(await judgeIdToken(target, first).catch(judgeError)) },
      { name: 'token renovado', ...(await judgeRefreshed(target, first).catch(judgeError)) },
      { name: 'dirección falsificada', ...(await judgeAddress(target, first).catch(judgeError)) },
    ]
  } finally {
    await removeAccount(target)
  }
}
