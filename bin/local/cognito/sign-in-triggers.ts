import type { Pool } from './pool.ts'
import { eventAttributes } from './triggers.ts'
import type { User } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

/** Runs before the password is checked, also for unknown names. */
export async function firePreAuthentication(
  pool: Pool,
  attempt: { user: User | undefined; typedName: string; clientMetadata?: ClientMetadata },
): Promise<void> {
  await pool.fire({
    name: 'preAuthentication',
    source: 'PreAuthentication_Authentication',
    userName: attempt.user?.username ?? attempt.typedName,
    request: {
      userAttributes: attempt.user ? eventAttributes(attempt.user) : {},
      validationData: attempt.clientMetadata ?? null,
      userNotFound: !attempt.user,
    },
    response: {},
  })
}

/** Runs after the last challenge, before tokens are issued; not on a refresh. */
export async function firePostAuthentication(pool: Pool, user: User, clientMetadata?: ClientMetadata): Promise<void> {
  await pool.fire({
    name: 'postAuthentication',
    source: 'PostAuthentication_Authentication',
    userName: user.username,
    request: {
      userAttributes: eventAttributes(user),
      newDeviceUsed: false,
      ...(clientMetadata && { clientMetadata }),
    },
    response: {},
  })
}
