import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AccessDenial } from '../../../bin/local/authorization/access-denied-error.ts'
import { createAuthorizeCall } from '../../../bin/local/authorization/authorize-call.ts'
import { createSigningKeyLookup } from '../../../bin/local/authorization/signing-keys.ts'
import { parsePolicyDocument } from '../../../bin/local/iam/policy-document.ts'
import { verifyAwsSignature } from '../../../bin/local/sigv4.ts'
import { createRoleCredentials } from '../../../bin/local/template/role-credentials.ts'
import { templatePolicies } from '../../lib/authorization.ts'

const { region, accountId } = templatePolicies.stack
export { accountId, region }

export const operator = { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'secret-of-the-operator' }

type Policies = (typeof templatePolicies)['attached']

export function createTemplateAuthorizer(change: (policies: Policies) => Policies = (policies) => policies) {
  const attached = [...change(templatePolicies.attached)]
  const credentials = createRoleCredentials()
  const denials: AccessDenial[] = []
  let isSecure = true
  const authorizeCall = createAuthorizeCall({
    policies: { ...templatePolicies, attached },
    credentials,
    onDenied: (denial) => denials.push(denial),
    isSecure: () => isSecure,
  })
  const makeRole = (actions: readonly string[]): string => {
    const arn = `arn:aws:iam::${accountId}:role/made-${attached.length}`
    const statement = { Effect: 'Allow', Action: actions, Resource: '*' }
    const document = { Version: '2012-10-17', Statement: statement }
    if (actions.length > 0) attached.push({ arn, document: parsePolicyDocument(document, 'identity', arn) })
    return arn
  }
  const verifyFor = (service: string) => {
    const keys = createSigningKeyLookup({ region, service, operator, authorizeCall })
    return (request: IncomingMessage, body: Buffer) => verifyAwsSignature(request, body, keys)
  }
  return {
    authorizeCall,
    denials,
    makeRole,
    verifyFor,
    credentialsOf: credentials.credentialsOf,
    sendInsecurely: () => {
      isSecure = false
      onTestFinished(() => {
        isSecure = true
      })
    },
  }
}
export type TemplateAuthorizer = ReturnType<typeof createTemplateAuthorizer>

export async function serve(listener: RequestListener): Promise<{ readonly url: string; readonly close: () => void }> {
  // Node closes connections idle for five seconds, which on a busy machine may coincide with the client's next request.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

export const withoutGrant =
  (...actions: readonly string[]) =>
  (policies: Policies): Policies =>
    policies.map(({ arn, document }) => ({
      arn,
      document: {
        ...document,
        statements: document.statements.filter(
          ({ effect, action }) => effect === 'Deny' || !action.patterns.some((pattern) => actions.includes(pattern)),
        ),
      },
    }))

const names = ['AccessDeniedException', 'AccessDenied']

/** The reply to HEAD has only a status. */
const isDenial = (error: unknown): error is Error =>
  error instanceof Error &&
  (names.includes(error.name) ||
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 403)

/** The action named by a denial; undefined for a reply, and for any other error. */
export async function findDeniedAction(sending: Promise<unknown>): Promise<string | undefined> {
  try {
    await sending
    return undefined
  } catch (error) {
    if (!isDenial(error)) return undefined
    return /perform:? `?([\w-]+:\w+)/.exec(error.message)?.[1] ?? 'unnamed'
  }
}

export async function findMissedActions(
  { makeRole, denials }: Pick<TemplateAuthorizer, 'makeRole' | 'denials'>,
  actions: readonly string[],
  sendAs: (roleArn: string) => Promise<unknown>,
): Promise<readonly (string | undefined)[]> {
  const missed: (string | undefined)[] = []
  for (const rights of [...actions.map((action) => actions.filter((other) => other !== action)), actions]) {
    const denied = await findDeniedAction(sendAs(makeRole(rights)))
    missed.push(denied === 'unnamed' ? denials.at(-1)?.action : denied)
  }
  return missed
}
