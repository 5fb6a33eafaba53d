import type { LocalUserPool } from './pool.ts'
import { toTriggerUserAttributes } from './triggers.ts'
import type { LocalCognitoUser } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

/** Runs before the password is checked, also for unknown names. */
export async function firePreAuthenticationTrigger(
  pool: LocalUserPool,
  attempt: { user: LocalCognitoUser | undefined; typedName: string; clientMetadata?: ClientMetadata },
): Promise<void> {
  await pool.fire({
    name: 'preAuthentication',
    source: 'PreAuthentication_Authentication',
    userName: attempt.user?.username ?? attempt.typedName,
    request: {
      userAttributes: attempt.user ? toTriggerUserAttributes(attempt.user) : {},
      validationData: attempt.clientMetadata ?? null,
      userNotFound: !attempt.user,
    },
    response: {},
  })
}

/** Runs after the last challenge, before tokens are issued; not on a refresh. */
export async function firePostAuthenticationTrigger(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  clientMetadata?: ClientMetadata,
): Promise<void> {
  await pool.fire({
    name: 'postAuthentication',
    source: 'PostAuthentication_Authentication',
    userName: user.username,
    request: {
      userAttributes: toTriggerUserAttributes(user),
      newDeviceUsed: false,
      ...(clientMetadata && { clientMetadata }),
    },
    response: {},
  })
}
