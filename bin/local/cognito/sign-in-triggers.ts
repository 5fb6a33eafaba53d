import type { Pool } from './pool.ts'
import { eventAttributes } from './triggers.ts'
import type { User } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

/** Runs for every sign-in that begins, before the password is known to be right, also for names nobody has. */
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

/** Runs when the last challenge was answered, before there are tokens; not on a refresh. */
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
