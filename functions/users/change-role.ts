import type { users } from '#contract/users'
import { assignCustomerEmail, prepareCustomerEmailRelease } from '#data/email-holders'
import {
  markCustomerAsStaff,
  createCustomerWrites,
  type StoredCustomer,
  unmarkCustomerAsStaff,
} from '#data/customer-writes'
import { countsIn } from '#data/practice-counter'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { StoredUser } from '#platform/user'
import type { UserServices } from './services.ts'
import { requireUser, toUser } from './to-user.ts'
import { finishUserRoleChange } from './unfinished-user-changes.ts'

/** Cognito follows the table; if that fails, the list shows the change as unfinished and repeating it finishes it. */
export const changeUserRole: EndpointAction<typeof users.changeRole, UserServices> = async (
  { actor, params, body },
  services,
) => {
  const { userId } = params
  if (userId === actor.userId) throwRefusal('own-account')
  const user = await requireUser(userId, services)
  if (user.role !== body.role) await writeUserRole(actor, user, body.role, services)
  await finishUserRoleChange(actor, userId, services)
  return toUser(await requireUser(userId, services))
}

/** The holder of the AWS account; ids of users begin with `usr_`. */
export const OPERATOR_ID = 'system'

/** Checked at the moment of writing: of two administrators who demote each other one remains. */
export const createAdministratorConditionCheck = (entities: TransactionEntities, { userId }: Actor) =>
  entities.users
    .check({ userId })
    .where(({ role, status }, { eq }) => `${eq(role, 'administrador')} AND ${eq(status, 'active')}`)
    .commit()

async function hasAccepted(userId: string, { data }: UserServices): Promise<boolean> {
  const { data: accepted } = await data.termsAcceptances.query.byUser({ userId }).go({ limit: 1 })
  return accepted.length > 0
}

export async function writeUserRole(
  actor: Actor,
  user: StoredUser,
  role: StoredUser['role'],
  services: UserServices,
): Promise<void> {
  const { userId, email, firstName, lastName } = user
  const customerId = user.customerId ?? `cus_${userId.slice('usr_'.length)}`
  const createdAt = services.now().toISOString()
  const needsRecord = role === 'cliente' && !user.customerId
  const registrationDue = role === 'cliente' && !(await hasAccepted(userId, services))
  const { data: record } = await services.data.customers.get({ customerId }).go()
  const release = record ? await prepareCustomerEmailRelease(record, services.data) : () => undefined
  const customer = { customerId, userId, name: `${firstName} ${lastName}`.trim() || email, email, createdAt }
  const outcome = await services.data.transact((entities) => ({
    administrator: actor.userId !== OPERATOR_ID && createAdministratorConditionCheck(entities, actor),
    user: entities.users
      .patch({ userId })
      .set({
        role,
        unfinished: 'role',
        revokedAt: services.wallClock().toISOString(),
        ...(needsRecord && { customerId }),
        ...(registrationDue && { registrationDue }),
      })
      .remove(['keptSessionId'])
      .composite({ createdAt: user.createdAt })
      .where((stored, { eq }) => eq(stored.role, user.role))
      .commit(),
    customer: needsRecord && createCustomerWrites(entities, customer),
    clientAddress: needsRecord && assignCustomerEmail(entities, customer),
    counter: needsRecord && countsIn(entities, { clients: 1 }, services),
    record: record && createStaffMarkWrites(entities, { record, role, release }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'UPDATE on user_roles',
        by: actor.userId,
        subjectId: userId,
        details: { old_data: { role: user.role }, new_data: { role }, ...((needsRecord || record) && { customerId }) },
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { administrator: 'last-administrator' })
}

interface RecordChange {
  readonly record: StoredCustomer
  readonly role: StoredUser['role']
  readonly release: (entities: TransactionEntities) => TransactionWrites
}

function createStaffMarkWrites(
  entities: TransactionEntities,
  { record, role, release }: RecordChange,
  services: UserServices,
) {
  const internal = role === 'administrador'
  if (internal === (record.internal ?? false)) return []
  return [
    internal ? markCustomerAsStaff(entities, record, release) : unmarkCustomerAsStaff(entities, record),
    countsIn(entities, { clients: internal ? -1 : 1 }, services),
  ]
}
