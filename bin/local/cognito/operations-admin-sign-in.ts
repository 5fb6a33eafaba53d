import type { AdminInitiateAuthCommandInput } from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { requireText } from './attributes.ts'
import { afterPassword, askNewPassword, requireUsable, wrongPassword } from './operations-sign-in.ts'
import type { Pool } from './pool.ts'
import { firePreAuthentication } from './sign-in-triggers.ts'
import { passwordMatches } from './srp.ts'

/** How the product's backend begins a sign-in; IAM-signed. */
export const adminSignInOperations = (pool: Pool): Record<string, Operation> => ({
  AdminInitiateAuth: (input: AdminInitiateAuthCommandInput) => adminInitiate(pool, input),
})

/** The password itself instead of a proof of it, checked at once. */
async function adminInitiate(pool: Pool, input: AdminInitiateAuthCommandInput): Promise<object> {
  const flow = String(input.AuthFlow)
  if (flow !== 'ADMIN_USER_PASSWORD_AUTH') {
    throw new ServiceError('InvalidParameterException', `${flow} flow not enabled for this client`)
  }
  const typedName = requireText(input.AuthParameters?.['USERNAME'], 'USERNAME')
  const user = pool.users.find(typedName)
  const { ClientMetadata: clientMetadata } = input
  await firePreAuthentication(pool, { user, typedName, clientMetadata })
  const username = user?.username ?? pool.phantoms(typedName).username
  pool.attempts.requireUnlocked(username)
  const given = requireText(input.AuthParameters?.['PASSWORD'], 'PASSWORD')
  if (!user?.password || !passwordMatches({ poolName: pool.name, username }, given, user.password)) {
    pool.attempts.fail(username)
    throw wrongPassword()
  }
  requireUsable(pool, user)
  const session = { username, typedName }
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askNewPassword(pool, user, session)
  return afterPassword(pool, user, { session, clientMetadata, source: 'TokenGeneration_Authentication' })
}
