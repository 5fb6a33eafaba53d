import type { Decision, RequestContext } from '../iam/authorize.ts'

export interface AccessDenial {
  /** ARN of the role's session, or a service's name. */
  readonly caller: string
  /** ARN; undefined for services. */
  readonly role?: string | undefined
  readonly action: string
  readonly resource: string
  readonly leadingKeys?: string | readonly string[] | undefined
  readonly decision: Decision
}

const policyTypes: Readonly<Record<NonNullable<Decision['policyType']>, string>> = {
  identity: 'an identity-based policy',
  resource: 'a resource-based policy',
  key: 'a resource-based policy',
  trust: 'a role trust policy',
}

/** In AWS's wording (IAM User Guide, "Troubleshoot access denied error messages"). */
export function explainDenial({ action, decision }: AccessDenial): string {
  const type = policyTypes[decision.policyType ?? 'identity']
  if (decision.decision === 'explicitDeny') return `with an explicit deny in ${type}`
  return `because no ${type.replace(/^an? /, '')} allows the ${action} action`
}

export class AccessDeniedError extends Error {
  readonly denial: AccessDenial

  constructor(denial: AccessDenial) {
    const { caller, action, resource } = denial
    super(`User: ${caller} is not authorized to perform: ${action} on resource: ${resource} ${explainDenial(denial)}`)
    this.denial = denial
  }
}

export const describeCaller = (principal: RequestContext['principal']): string => {
  if (principal.type === 'service') return principal.name
  if (principal.type === 'role') return principal.sessionArn ?? principal.arn
  return principal.type === 'user' ? principal.arn : principal.type
}
