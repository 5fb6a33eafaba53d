import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import type { User } from '#platform/user'
import type { UserServices } from './services.ts'
import { presentAccount } from './to-user.ts'

/**
 * Table and user pool cannot be written together. The table says first what is to be, and that Cognito has yet to hear of
 * it; what is here tells Cognito and then takes that mark away. Every part may be repeated.
 */
interface FinishedChange {
  readonly userId: string
  readonly change: NonNullable<User['unfinished']>
  /** The role that Cognito was told. */
  readonly role?: User['role']
}

/** Takes the mark away, unless the account has another role by now than the one that Cognito was told. */
export async function clearUnfinished(
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
  }))
  return written
}

/** Puts Cognito's group after the role in the table, until both say the same: somebody else may change it meanwhile. */
export async function finishRole(actor: Actor, userId: string, services: UserServices): Promise<void> {
  const { accounts } = services
  const sub = userId.slice('usr_'.length)
  const { role } = await presentAccount(userId, services)
  await accounts.setRole(sub, role)
  // From here on the group keeps Google from being linked again, so nothing comes back behind the next line.
  if (role === 'administrador') await unlinkGoogle(actor, userId, services)
  await accounts.signOutEverywhere(sub)
  await clearUnfinished({ userId, change: 'role', role }, services)
  const now = await presentAccount(userId, services)
  if (now.role !== role) await finishRole(actor, userId, services)
}

/** Administrators sign in by password alone: another way in that the account had as a client ends with its new role. */
async function unlinkGoogle(actor: Actor, userId: string, services: UserServices): Promise<void> {
  const subjects = await services.accounts.googleSubjects(userId.slice('usr_'.length))
  for (const subject of subjects) {
    // The line first: cut off in between, the same change writes it once more, and nothing is unlinked without one.
    await services.data.transact((entities) => ({
      audit: appendAudit(
        entities,
        { action: 'GOOGLE_UNLINKED', by: actor.userId, subjectId: userId, caller: actor },
        services,
      ),
    }))
    await services.accounts.unlinkGoogle(subject)
  }
}

/** Takes a removed account from Cognito, which gives its address back. */
export async function finishRemoval(userId: string, services: UserServices): Promise<void> {
  await services.accounts.remove(userId.slice('usr_'.length))
  await clearUnfinished({ userId, change: 'removal' }, services)
}
