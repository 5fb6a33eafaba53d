import type { AdminCreateUserCommandInput } from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { readAttributes, requireEmail, requireText } from './attributes.ts'
import { setTemporaryPassword } from './operations-account.ts'
import { userType } from './operations-admin.ts'
import { firePreSignUp, newUser, requireUnused } from './operations-sign-up.ts'
import { checkPassword, newTemporaryPassword } from './password-policy.ts'
import type { Pool } from './pool.ts'
import type { User } from './users.ts'

export function inviteOperations(pool: Pool): Record<string, Operation> {
  return {
    AdminCreateUser: (input: AdminCreateUserCommandInput) =>
      input.MessageAction === 'RESEND' ? invite(pool, pool.users.mustFind(input.Username), input) : create(pool, input),
  }
}

async function create(pool: Pool, input: AdminCreateUserCommandInput): Promise<object> {
  const name = requireText(input.Username, 'username')
  requireEmail(name, 'Username should be an email.')
  const attributes: Record<string, string> = { email: name, ...readAttributes(input.UserAttributes) }
  requireUnused(pool, attributes['email'] ?? name)
  if (input.TemporaryPassword) checkPassword(input.TemporaryPassword)
  const user = newUser(pool, attributes, 'FORCE_CHANGE_PASSWORD')
  const validationData = (input.ValidationData ?? []).map(({ Name, Value }) => [Name, Value] as const)
  await firePreSignUp(pool, user, {
    source: 'PreSignUp_AdminCreateUser',
    validationData: validationData.length > 0 ? Object.fromEntries(validationData) : null,
    clientMetadata: input.ClientMetadata,
  })
  pool.users.add(user)
  return invite(pool, user, input)
}

async function invite(pool: Pool, user: User, input: AdminCreateUserCommandInput): Promise<object> {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    const message = `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`
    throw new ServiceError('UnsupportedUserStateException', message)
  }
  const password = input.TemporaryPassword ?? newTemporaryPassword()
  checkPassword(password)
  const invited = setTemporaryPassword(pool, user, password)
  if (input.MessageAction !== 'SUPPRESS') {
    const source = 'CustomMessage_AdminCreateUser'
    await pool.codes.mail(invited, { source, code: password, clientMetadata: input.ClientMetadata })
  }
  return { User: userType(invited) }
}
