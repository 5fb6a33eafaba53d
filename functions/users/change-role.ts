import type { users } from '#contract/users'
import { releaseOf } from '#data/address-holders'
import { clientFrom, entered, internalFrom, type StoredCustomer } from '#data/customer-writes'
import { tallied } from '#data/tallied'
import type { Writing } from '#data/together'
import type { Actor } from '#platform/actor'
import { audited } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { UserServices } from './services.ts'
import { presentAccount, shown } from './shown.ts'
import { finishRole } from './unfinished.ts'

/**
 * Changes a role and ends the sessions of whoever has it. Cognito follows the table; should that fail, the list shows
 * the change as unfinished, and the same change again finishes it.
 */
export const changeRole: Action<typeof users.changeRole, UserServices> = async ({ actor, params, body }, services) => {
  const { userId } = params
  if (userId === actor.userId) refuse('own-account')
  const user = await presentAccount(userId, services)
  if (user.role !== body.role) await writeRole(actor, user, body.role, services)
  await finishRole(actor, userId, services)
  return shown(await presentAccount(userId, services))
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

/** The role in the table, with what goes with it there; Cognito has yet to hear of it. */
export async function writeRole(actor: Actor, user: User, role: User['role'], services: UserServices): Promise<void> {
  const { userId, email, firstName, lastName } = user
  const customerId = user.customerId ?? `cus_${userId.slice('usr_'.length)}`
  const createdAt = services.now().toISOString()
  const needsFile = role === 'cliente' && !user.customerId
  const registrationDue = role === 'cliente' && !(await hasAccepted(userId, services))
  const { data: file } = await services.data.customers.get({ customerId }).go({ consistent: true })
  const release = file ? await releaseOf(file, services.data) : () => []
  const outcome = await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({
        role,
        unfinished: 'role',
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
          ...entered(writing, {
            customerId,
            userId,
            name: `${firstName} ${lastName}`.trim() || email,
            email,
            createdAt,
          }),
          tallied(writing, { clients: 1 }, services),
        ]
      : []),
    ...(file ? fileWrites(writing, { file, role, release }, services) : []),
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

interface FileChange {
  readonly file: StoredCustomer
  readonly role: User['role']
  /** Frees the file's address. */
  readonly release: (writing: Writing) => readonly object[]
}

/** Whoever works here is in no list of clients. */
function fileWrites(writing: Writing, { file, role, release }: FileChange, services: UserServices) {
  const internal = role === 'administrador'
  if (internal === (file.internal ?? false)) return []
  const writes = internal ? internalFrom(writing, file, release) : clientFrom(writing, file)
  return [...writes, tallied(writing, { clients: internal ? -1 : 1 }, services)]
}
