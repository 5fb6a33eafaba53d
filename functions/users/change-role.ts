import type { users } from '#contract/users'
import type { Writing } from '#data/together'
import type { Actor } from '#platform/actor'
import { audited } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { UserServices } from './services.ts'
import { presentAccount, shown } from './shown.ts'

/**
 * Changes a role and ends the sessions of whoever has it. Cognito follows the table; should that fail, the same change
 * again finishes it.
 */
export const changeRole: Action<typeof users.changeRole, UserServices> = async ({ actor, params, body }, services) => {
  const { userId } = params
  if (userId === actor.userId) refuse('own-account')
  const user = await presentAccount(userId, services)
  if (user.role !== body.role) await writeRole(actor, user, body.role, services)

  const sub = userId.slice('usr_'.length)
  await services.accounts.setRole(sub, body.role)
  // From here on the group keeps Google from being linked again, so nothing comes back behind the next line.
  if (body.role === 'administrador') await unlinkGoogle(actor, user, services)
  await services.accounts.signOutEverywhere(sub)
  return shown(await presentAccount(userId, services))
}

/** Administrators sign in by password alone: another way in that the account had as a client ends with its new role. */
async function unlinkGoogle(actor: Actor, { userId }: User, services: UserServices): Promise<void> {
  const subjects = await services.accounts.googleSubjects(userId.slice('usr_'.length))
  for (const subject of subjects) {
    // The line first: cut off in between, the same change writes it once more, and nothing is unlinked without one.
    await services.data.together((writing) => [
      audited(writing, { action: 'GOOGLE_UNLINKED', by: actor.userId, subjectId: userId, caller: actor }, services),
    ])
    await services.accounts.unlinkGoogle(subject)
  }
}

/** Position of the account among the writes. */
const USER_WRITE = 0

/** Whoever acts must be an administrador at the moment of writing: two who demote each other leave one. */
export const actsAsAdministrator = (writing: Writing, { userId }: Actor) =>
  writing.users
    .check({ userId })
    .where(({ role, status }, { eq }) => `${eq(role, 'administrador')} AND ${eq(status, 'active')}`)
    .commit()

/** Whether the owner ever accepted the terms for clients. */
async function hasAccepted(userId: string, { data }: UserServices): Promise<boolean> {
  const { data: accepted } = await data.termsAcceptances.query.byUser({ userId }).go({ limit: 1 })
  return accepted.length > 0
}

async function writeRole(actor: Actor, user: User, role: User['role'], services: UserServices): Promise<void> {
  const { userId, email, firstName, lastName } = user
  const customerId = user.customerId ?? `cus_${userId.slice('usr_'.length)}`
  const createdAt = services.now().toISOString()
  const needsFile = role === 'cliente' && !user.customerId
  const registrationDue = role === 'cliente' && !(await hasAccepted(userId, services))
  const outcome = await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({
        role,
        revokedAt: services.wallClock().toISOString(),
        ...(needsFile && { customerId }),
        ...(registrationDue && { registrationDue }),
      })
      .remove(['keptSessionId'])
      .where((stored, { eq }) => eq(stored.role, user.role))
      .commit(),
    actsAsAdministrator(writing, actor),
    ...(needsFile
      ? [
          writing.customers
            .create({ customerId, userId, name: `${firstName} ${lastName}`.trim() || email, email, createdAt })
            .commit(),
        ]
      : []),
    audited(
      writing,
      {
        action: 'UPDATE on user_roles',
        by: actor.userId,
        subjectId: userId,
        details: { old_data: { role: user.role }, new_data: { role } },
        caller: actor,
      },
      services,
    ),
  ])
  if (!outcome.written)
    refuse(outcome.failed.every((at) => at === USER_WRITE) ? 'changed-meanwhile' : 'last-administrator')
}
