import { createUserSearchFollowUp } from '#data/user-search-index'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { type StoredUser, toCognitoSub } from '#platform/user'
import type { UserServices } from './services.ts'
import { requireUser } from './to-user.ts'

/**
 * Table and user pool cannot share a transaction. The table first records the change as unfinished; these functions
 * apply it at Cognito and clear the mark. All are idempotent.
 */
interface FinishedChange {
  readonly userId: string
  readonly change: NonNullable<StoredUser['unfinished']>
  readonly role?: StoredUser['role']
}

export async function clearUnfinishedUserChange(
  { userId, change, role }: FinishedChange,
  { data }: UserServices,
): Promise<boolean> {
  const { written } = await data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .remove(['unfinished'])
      .where((stored, { eq }) =>
        [eq(stored.unfinished, change), ...(role ? [eq(stored.role, role)] : [])].join(' AND '),
      )
      .commit(),
    search: createUserSearchFollowUp(userId),
  }))
  return written
}

export async function finishUserRoleChange(actor: Actor, userId: string, services: UserServices): Promise<void> {
  const { accounts } = services
  const user = await requireUser(userId, services)
  const { role } = user
  const sub = toCognitoSub(user)
  await accounts.setRole(sub, role)
  // The group prevents a new link to Google from here on.
  if (role === 'administrador') await unlinkGoogle(actor, user, services)
  await accounts.signOutEverywhere(sub)
  await clearUnfinishedUserChange({ userId, change: 'role', role }, services)
  const now = await requireUser(userId, services)
  if (now.role !== role) await finishUserRoleChange(actor, userId, services)
}

/** Administrators sign in by password alone, so a new administrador loses the link to Google. */
async function unlinkGoogle(actor: Actor, user: StoredUser, services: UserServices): Promise<void> {
  const subjects = await services.accounts.googleSubjects(toCognitoSub(user))
  const { userId } = user
  for (const subject of subjects) {
    // The audit entry first: after an interruption it is written twice, but nothing is unlinked without one.
    await services.data.transact((entities) => ({
      audit: appendAuditEntry(
        entities,
        { action: 'GOOGLE_UNLINKED', by: actor.userId, subjectId: userId, caller: actor },
        services,
      ),
    }))
    await services.accounts.unlinkGoogle(subject)
  }
}

export async function finishUserRemoval(userId: string, services: UserServices): Promise<void> {
  const { data: user } = await services.data.users.get({ userId }).go()
  await services.accounts.remove(toCognitoSub(user ?? { userId }))
  await clearUnfinishedUserChange({ userId, change: 'removal' }, services)
}
