import { audited } from '#platform/audit'
import type { Caller } from '#platform/http'
import type { Identities } from '#platform/identities'
import { queued } from '#platform/outbox'
import { userIdOf } from '#platform/profile'
import type { Services } from '#platform/services'

export type PasswordServices = Pick<Services, 'data' | 'now' | 'wallClock' | 'newId'>

/** A new password ends every session there was, and the owner hears of it. */
export async function passwordChanged(
  sub: string,
  caller: Caller | undefined,
  { identities, ...services }: PasswordServices & { readonly identities: Pick<Identities, 'signOutEverywhere'> },
): Promise<void> {
  const userId = userIdOf(sub)
  const { data: user } = await services.data.users.get({ userId }).go({ consistent: true })
  if (!user) return
  const at = services.wallClock()
  await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ revokedAt: secondBefore(at) })
      .remove(['keptSessionId'])
      .commit(),
    queued(
      writing,
      { to: user.email, content: { kind: 'password-changed', name: user.firstName, at: services.now().toISOString() } },
      services,
    ),
    audited(
      writing,
      { action: 'PASSWORD_CHANGED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  ])
  await identities.signOutEverywhere(sub)
}

/** The end of the second before: whoever chose the password signs in with it at once, and that is not to be revoked. */
const secondBefore = (instant: Date): string => new Date(Math.floor(instant.getTime() / 1000) * 1000 - 1).toISOString()
