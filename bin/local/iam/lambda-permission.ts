import { PolicyError } from './policy-error.ts'
import type { TemplateStack } from './template-values.ts'

const arnOfFunction = (name: string, { region, accountId }: TemplateStack): string =>
  name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${accountId}:function:${name}`

/** Services are given by name, accounts and roles by id or ARN. */
const principalOf = (name: string) => (name.endsWith('.amazonaws.com') ? { Service: name } : { AWS: name })

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new PolicyError(`a permission with ${JSON.stringify(value)}`)
  return value
}

export function lambdaPermissionPolicy(
  properties: Readonly<Record<string, unknown>>,
  stack: TemplateStack,
): { readonly arn: string; readonly policy: unknown } {
  const { FunctionName, Action, Principal, SourceArn, SourceAccount, PrincipalOrgID, ...others } = properties
  if (Object.keys(others).length > 0) throw new PolicyError(`a permission with ${Object.keys(others).join()}`)
  const equal = {
    ...(SourceAccount !== undefined && { 'AWS:SourceAccount': textOf(SourceAccount) }),
    ...(PrincipalOrgID !== undefined && { 'aws:PrincipalOrgID': textOf(PrincipalOrgID) }),
  }
  const arn = arnOfFunction(textOf(FunctionName), stack)
  const statement = {
    Effect: 'Allow',
    Action: textOf(Action),
    Principal: principalOf(textOf(Principal)),
    Resource: arn,
    Condition: {
      ...(Object.keys(equal).length > 0 && { StringEquals: equal }),
      ...(SourceArn !== undefined && { ArnLike: { 'AWS:SourceArn': textOf(SourceArn) } }),
    },
  }
  return { arn, policy: { Version: '2012-10-17', Statement: [statement] } }
}
