import type { AdminCreateUserCommandInput } from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { parseUserAttributes, requireEmailAddress, requireTextParameter } from './attributes.ts'
import { storeTemporaryPassword } from './operations-account.ts'
import { toCognitoUserType } from './operations-admin.ts'
import { firePreSignUpTrigger, buildLocalCognitoUser, requireUnusedEmail } from './operations-sign-up.ts'
import { checkPasswordPolicy, generateTemporaryPassword } from './password-policy.ts'
import type { LocalUserPool } from './pool.ts'
import type { LocalCognitoUser } from './users.ts'

export function localCognitoInviteOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    AdminCreateUser: (input: AdminCreateUserCommandInput) =>
      input.MessageAction === 'RESEND' ? invite(pool, pool.users.mustFind(input.Username), input) : create(pool, input),
  }
}

async function create(pool: LocalUserPool, input: AdminCreateUserCommandInput): Promise<object> {
  const name = requireTextParameter(input.Username, 'username')
  requireEmailAddress(name, 'Username should be an email.')
  const attributes: Record<string, string> = { email: name, ...parseUserAttributes(input.UserAttributes) }
  requireUnusedEmail(pool, attributes['email'] ?? name)
  if (input.TemporaryPassword) checkPasswordPolicy(input.TemporaryPassword)
  const user = buildLocalCognitoUser(pool, attributes, 'FORCE_CHANGE_PASSWORD')
  const validationData = (input.ValidationData ?? []).map(({ Name, Value }) => [Name, Value] as const)
  await firePreSignUpTrigger(pool, user, {
    source: 'PreSignUp_AdminCreateUser',
    validationData: validationData.length > 0 ? Object.fromEntries(validationData) : null,
    clientMetadata: input.ClientMetadata,
  })
  pool.users.add(user)
  return invite(pool, user, input)
}

async function invite(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  input: AdminCreateUserCommandInput,
): Promise<object> {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    const message = `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`
    throw new StandInServiceError('UnsupportedUserStateException', message)
  }
  const password = input.TemporaryPassword ?? generateTemporaryPassword()
  checkPasswordPolicy(password)
  const invited = storeTemporaryPassword(pool, user, password)
  if (input.MessageAction !== 'SUPPRESS') {
    const source = 'CustomMessage_AdminCreateUser'
    await pool.codes.mail(invited, { source, code: password, clientMetadata: input.ClientMetadata })
  }
  return { User: toCognitoUserType(invited) }
}
