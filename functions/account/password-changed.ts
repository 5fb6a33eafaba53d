import { recordPasswordSetByMail } from './public/email-proof.ts'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import type { CognitoUserAccess } from '#platform/cognito-user-access'
import { queueMail } from '#platform/outbox'
import type { ActionServices } from '#platform/services'
import type { StoredUser } from '#platform/user'

export interface PasswordChangeServices extends Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'> {
  readonly pause: (ms: number) => Promise<unknown>
}

/**
 * A new password by mail ends every session, and the owner is notified. A second factor that Cognito has and our
 * account does not was enrolled by an attacker or incompletely; the owner may lack it, so it is removed.
 */
export async function finishPasswordReset(
  { sub, userId, email }: { readonly sub: string; readonly userId: string; readonly email: string },
  ticket: ResetTicket | undefined,
  { identities, ...services }: PasswordChangeServices & { readonly identities: PasswordResetUserAccess },
): Promise<void> {
  const { data: user } = await services.data.users.get({ userId }).go()
  if (!user) {
    // The mail's reader has set the password of an account whose address was unproven: who signed in before may be
    // another, whom the table refuses even while Cognito cannot end those sessions.
    await waitOutSecond(await recordPasswordSetByMail(sub, email, services), services)
    return identities.signOutEverywhere(sub)
  }
  await recordPasswordChange(user, { caller: ticket?.caller, ticketId: ticket?.ticketId }, services)
  await identities.signOutEverywhere(sub)
  if (!user.mfaEnabledAt && (await identities.find(sub))?.hasTotp) await identities.dropSecondFactor(sub)
}

interface ResetTicket {
  readonly ticketId: string
  readonly caller: CallerDetails
}

export type PasswordResetUserAccess = Pick<CognitoUserAccess, 'find' | 'signOutEverywhere' | 'dropSecondFactor'>

const CLOCK_DIFFERENCE_MS = 100

interface Change {
  readonly caller: CallerDetails | undefined
  /** The session that continues until its access token ends; none when the password was set by mail. */
  readonly keptSessionId?: string
  /** Of a call of Cognito's, which it may repeat: only the first that gets so far writes. */
  readonly ticketId?: string | undefined
}

/**
 * One transaction: revokes earlier sessions, queues the mail and appends the audit entry. Resolves when its second is
 * over.
 */
export async function recordPasswordChange(
  { userId, email, firstName, customerId }: StoredUser,
  { caller, keptSessionId, ticketId }: Change,
  services: PasswordChangeServices,
): Promise<void> {
  const revokedAt = services.wallClock().toISOString()
  const notice = { kind: 'password-changed', name: firstName, at: services.now().toISOString() } as const
  await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ revokedAt, ...(keptSessionId ? { keptSessionId } : { passwordByMailAt: notice.at }) })
      .remove(['passwordChangeBegunAt', ...(keptSessionId ? [] : (['keptSessionId'] as const))])
      // Of two overlapping requests for the same change, the second finds everything written.
      .where(({ passwordChangeBegunAt }, { exists }) => (keptSessionId ? exists(passwordChangeBegunAt) : ''))
      .commit(),
    ticket:
      ticketId !== undefined &&
      entities.visitTickets
        .patch({ ticketId })
        .set({ followedUp: true })
        .where(({ followedUp }, { notExists }) => notExists(followedUp))
        .commit(),
    mail: queueMail(entities, { to: email, customerId, content: notice }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'PASSWORD_CHANGED', by: userId, subjectId: userId, ...(caller && { caller }) },
      services,
    ),
  }))
  await waitOutSecond(revokedAt, services)
}

/**
 * Tokens have whole seconds: sessions of this second are refused, as they may have begun before, and the next sign-in
 * must begin in a later one.
 */
export async function waitOutSecond(
  revokedAt: string,
  { wallClock, pause }: Pick<PasswordChangeServices, 'wallClock' | 'pause'>,
): Promise<void> {
  const nextSecond = Math.floor(Date.parse(revokedAt) / 1000 + 1) * 1000
  const remaining = nextSecond + CLOCK_DIFFERENCE_MS - wallClock().getTime()
  if (remaining > 0) await pause(remaining)
}
