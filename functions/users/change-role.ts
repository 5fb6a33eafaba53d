import type { users } from '#contract/users'
import { assignAddress, releaseAddressOf } from '#data/address-holders'
import { markInternal, newCustomer, type StoredCustomer, unmarkInternal } from '#data/customer-writes'
import { countsIn } from '#data/counter'
import type { TransactionEntities, Writes } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { UserServices } from './services.ts'
import { presentAccount, toUser } from './to-user.ts'
import { finishRole } from './unfinished.ts'

/**
 * Ends the user's sessions too. Cognito follows the table; if that fails, the list shows the change as unfinished and
 * repeating it finishes it.
 */
export const changeRole: Action<typeof users.changeRole, UserServices> = async ({ actor, params, body }, services) => {
  const { userId } = params
  if (userId === actor.userId) refuse('own-account')
  const user = await presentAccount(userId, services)
  if (user.role !== body.role) await writeRole(actor, user, body.role, services)
  await finishRole(actor, userId, services)
  return toUser(await presentAccount(userId, services))
}

/** Checked at the moment of writing: of two administrators who demote each other one remains. */
export const checkIsAdministrator = (entities: TransactionEntities, { userId }: Actor) =>
  entities.users
    .check({ userId })
    .where(({ role, status }, { eq }) => `${eq(role, 'administrador')} AND ${eq(status, 'active')}`)
    .commit()

async function hasAccepted(userId: string, { data }: UserServices): Promise<boolean> {
  const { data: accepted } = await data.termsAcceptances.query.byUser({ userId }).go({ limit: 1 })
  return accepted.length > 0
}

/** The table only; Cognito is updated afterwards. */
export async function writeRole(actor: Actor, user: User, role: User['role'], services: UserServices): Promise<void> {
  const { userId, email, firstName, lastName } = user
  const customerId = user.customerId ?? `cus_${userId.slice('usr_'.length)}`
  const createdAt = services.now().toISOString()
  const needsFile = role === 'cliente' && !user.customerId
  const registrationDue = role === 'cliente' && !(await hasAccepted(userId, services))
  const { data: file } = await services.data.customers.get({ customerId }).go({ consistent: true })
  const release = file ? await releaseAddressOf(file, services.data) : () => undefined
  const customer = { customerId, userId, name: `${firstName} ${lastName}`.trim() || email, email, createdAt }
  const outcome = await services.data.transact((entities) => ({
    administrator: checkIsAdministrator(entities, actor),
    user: entities.users
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
    customer: needsFile && newCustomer(entities, customer),
    clientAddress: needsFile && assignAddress(entities, customer),
    counter: needsFile && countsIn(entities, { clients: 1 }, services),
    file: file && fileWrites(entities, { file, role, release }, services),
    audit: appendAudit(
      entities,
      {
        action: 'UPDATE on user_roles',
        by: actor.userId,
        subjectId: userId,
        details: { old_data: { role: user.role }, new_data: { role } },
        caller: actor,
      },
      services,
    ),
  }))
  requireWritten(outcome, { administrator: 'last-administrator' })
}

interface FileChange {
  readonly file: StoredCustomer
  readonly role: User['role']
  readonly release: (entities: TransactionEntities) => Writes
}

function fileWrites(entities: TransactionEntities, { file, role, release }: FileChange, services: UserServices) {
  const internal = role === 'administrador'
  if (internal === (file.internal ?? false)) return []
  return [
    internal ? markInternal(entities, file, release) : unmarkInternal(entities, file),
    countsIn(entities, { clients: internal ? -1 : 1 }, services),
  ]
}
