import { PolicyError } from '../iam/policy-error.ts'
import type { RequiredAction } from './required-action.ts'

/**
 * Operations with an IAM action of the same name on the user pool. Browsers' operations are authorised by the user's
 * token or the pool's client: the service authorization reference has no resource for them.
 */
const poolOperations = new Set([
  'AdminAddUserToGroup',
  'AdminConfirmSignUp',
  'AdminCreateUser',
  'AdminDeleteUser',
  'AdminDisableProviderForUser',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminGetUser',
  'AdminInitiateAuth',
  'AdminLinkProviderForUser',
  'AdminListGroupsForUser',
  'AdminRemoveUserFromGroup',
  'AdminResetUserPassword',
  'AdminSetUserMFAPreference',
  'AdminSetUserPassword',
  'AdminUpdateUserAttributes',
  'AdminUserGlobalSignOut',
  'CreateGroup',
  'DescribeUserPool',
  'GetUserPoolMfaConfig',
  'ListGroups',
  'ListUsers',
  'ListUsersInGroup',
])

/** @throws PolicyError for an unknown operation */
export function listUserPoolActions(operation: string, userPoolArn: string): readonly RequiredAction[] {
  if (!poolOperations.has(operation)) throw new PolicyError(`the action of cognito-idp ${operation} is not known`)
  return [{ action: `cognito-idp:${operation}`, resource: userPoolArn }]
}
