import type { IncomingMessage } from 'node:http'
import type { Decision, RequestContext } from '../iam/authorize.ts'
import { PolicyError } from '../iam/policy-error.ts'
import { authorizeByTemplate, type TemplatePolicies } from '../iam/template-policies.ts'
import type { AwsSigningKey } from '../sigv4.ts'
import type { createRoleCredentials, RoleCredentials } from '../template/role-credentials.ts'
import { type AccessDenial, AccessDeniedError, describeCaller } from './access-denied-error.ts'
import { checkConditionKeys } from './supported-condition-keys.ts'
import type { ConditionKeys, RequiredAction } from './required-action.ts'
import { type CustomerKeys, readCustomerKeys } from './template-encryption.ts'
import { readTemplateTables, type TemplateTable } from './template-tables.ts'

export interface AuthorizeCallOptions {
  readonly policies: TemplatePolicies
  readonly credentials: Pick<ReturnType<typeof createRoleCredentials>, 'credentialsOf' | 'roleOf'>
  /** @default a line in the product's log */
  readonly onDenied?: (denial: AccessDenial) => void
  /**
   * Value of `aws:SecureTransport`. On this machine all requests are plain HTTP.
   * @default () => true
   */
  readonly isSecure?: (request: IncomingMessage | undefined) => boolean
}

export interface SignedCall {
  readonly key: Pick<AwsSigningKey, 'accessKeyId'> | undefined
  readonly request: IncomingMessage
}

export interface AuthorizeCall {
  readonly policies: TemplatePolicies
  readonly customerKeys: CustomerKeys
  readonly tables: ReadonlyMap<string, TemplateTable>
  /** Finds roles' keys, not operators'. */
  readonly findCredentials: (accessKeyId: string) => RoleCredentials | undefined
  /** @throws AccessDeniedError for the first denied action, PolicyError for one that cannot be evaluated */
  readonly require: (call: SignedCall, list: () => readonly RequiredAction[]) => void
  readonly requireOfRole: (roleArn: string, actions: readonly RequiredAction[]) => void
  /** `service` without its domain, as in `cognito-idp`. */
  readonly requireOfService: (service: string, action: RequiredAction) => void
}

const logDenial = ({ caller, role, action, resource, leadingKeys, decision }: AccessDenial): void => {
  const { policy, sid } = decision
  console.error(
    JSON.stringify({
      level: 'WARN',
      message: 'access denied',
      action,
      resource,
      leadingKeys,
      role: role ?? caller,
      decision: decision.decision,
      policy,
      sid,
    }),
  )
}

function commonKeys(
  isSecure: boolean,
  { region }: TemplatePolicies['stack'],
  { action, via }: RequiredAction,
): ConditionKeys {
  const now = new Date()
  const calledVia = via === undefined ? undefined : `${via}.amazonaws.com`
  return {
    'aws:SecureTransport': String(isSecure),
    ...(isSecure && action.startsWith('s3:') && { 's3:TlsVersion': '1.3' }),
    'aws:CurrentTime': now.toISOString(),
    'aws:EpochTime': String(Math.floor(now.getTime() / 1000)),
    'aws:RequestedRegion': region,
    'aws:ViaAWSService': String(via !== undefined),
    ...(calledVia !== undefined && {
      'aws:CalledVia': [calledVia],
      'aws:CalledViaFirst': calledVia,
      'aws:CalledViaLast': calledVia,
      'kms:ViaService': `${via}.${region}.amazonaws.com`,
    }),
  }
}

/** The session is named like the role, because the access key does not identify the function. */
const rolePrincipal = (arn: string) => {
  const [, , , , accountId = '', resource = ''] = arn.split(':')
  const name = resource.split('/').at(-1) ?? ''
  return { type: 'role', arn, sessionArn: `arn:aws:sts::${accountId}:assumed-role/${name}/${name}` } as const
}

/**
 * Evaluates calls of the template's functions. Keys of no role belong to this machine's own tools (the local console,
 * the demo data), which have no counterpart in the template; they are always allowed.
 */
export function createAuthorizeCall({
  policies,
  credentials,
  onDenied = logDenial,
  isSecure = () => true,
}: AuthorizeCallOptions): AuthorizeCall {
  for (const { document } of policies.attached) checkConditionKeys(document)

  const evaluate = (
    principal: RequestContext['principal'],
    required: RequiredAction,
    request?: IncomingMessage,
  ): Decision =>
    authorizeByTemplate(policies, {
      principal,
      action: required.action,
      resource: required.resource,
      keys: { ...commonKeys(isSecure(request), policies.stack, required), ...required.keys },
    })
  const requireOf = (
    principal: RequestContext['principal'],
    required: RequiredAction,
    request?: IncomingMessage,
  ): void => {
    const decision = evaluate(principal, required, request)
    if (decision.decision === 'allowed') return
    const denial = {
      caller: describeCaller(principal),
      role: principal.type === 'role' ? principal.arn : undefined,
      action: required.action,
      resource: required.resource,
      leadingKeys: required.keys?.['dynamodb:LeadingKeys'],
      decision,
    }
    onDenied(denial)
    throw new AccessDeniedError(denial)
  }
  const roleOf = ({ key }: SignedCall): string | undefined => {
    if (!key) throw new PolicyError('a request without a signature cannot be evaluated')
    return credentials.roleOf(key.accessKeyId)
  }

  return {
    policies,
    customerKeys: readCustomerKeys(policies.stack),
    tables: readTemplateTables(policies.stack),
    findCredentials: (accessKeyId) => {
      const role = credentials.roleOf(accessKeyId)
      return role === undefined ? undefined : credentials.credentialsOf(role)
    },
    require: (call, list) => {
      const role = roleOf(call)
      if (role === undefined) return
      const actions = list()
      if (actions.length === 0) throw new PolicyError('a request that needs no action is not known')
      for (const action of actions) requireOf(rolePrincipal(role), action, call.request)
    },
    requireOfRole: (roleArn, actions) => {
      for (const action of actions) requireOf(rolePrincipal(roleArn), action)
    },
    requireOfService: (service, action) => requireOf({ type: 'service', name: `${service}.amazonaws.com` }, action),
  }
}
