import { findNewestAuditEntries } from '#data/audit-queries'
import type { Database } from '#data/database'
import type { PageCursor } from '#contract/value-schemas'
import { queueMail } from '#platform/outbox'
import { toCognitoSub } from '#platform/user'
import type { SignUpSweepUserAccess } from './sign-up-sweep.ts'

export interface DeletedAccountMailServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly pool: SignUpSweepUserAccess
}

/** How far back enrolment keys are checked: tokens live for minutes, and a day of runs may have failed. */
const HOURS = 26

const PAGE = 100

/**
 * A token that enrols an authenticator app can delete the account there and no trigger runs, so every account that was
 * given an enrolment key is checked.
 */
export async function mailDeletedAccountOwners(services: DeletedAccountMailServices): Promise<void> {
  for (const userId of await usersWithEnrolmentKey(services)) await mailOwner(userId, services)
}

async function usersWithEnrolmentKey({ data, now }: DeletedAccountMailServices): Promise<ReadonlySet<string>> {
  const from = new Date(now().getTime() - HOURS * 3_600_000).toISOString()
  const userIds = new Set<string>()
  let cursor: PageCursor | undefined
  do {
    const page = { limit: PAGE, cursor }
    const { items, next } = await findNewestAuditEntries(data, { action: 'MFA_ENROLMENT_ALLOWED', from }, page, now())
    for (const { subjectId } of items) if (subjectId) userIds.add(subjectId)
    cursor = next ?? undefined
  } while (cursor)
  return userIds
}

async function mailOwner(userId: string, services: DeletedAccountMailServices): Promise<void> {
  const { data, pool } = services
  const { data: user } = await data.users.get({ userId }).go()
  if (user?.status !== 'active' || (await pool.find(toCognitoSub(user)))) return
  const { email: to, customerId, firstName: name, role, mfaEnabledAt } = user
  const guarded = role === 'administrador' || mfaEnabledAt !== undefined
  const mailId = `mai_${toCognitoSub(user)}-gone`
  await data.transact((entities) => ({
    mail: queueMail(entities, { mailId, to, customerId, content: { kind: 'account-gone', name, guarded } }, services),
  }))
}
