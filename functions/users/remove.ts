import type { users } from '#contract/users'
import { countsIn } from '#data/practice-counter'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { createAdministratorConditionCheck } from './change-role.ts'
import type { UserServices } from './services.ts'
import { requireUser } from './to-user.ts'
import { finishUserRemoval } from './unfinished-user-changes.ts'

/**
 * Refused from the next request on. If Cognito fails, the account stays listed as half removed, and removing it again
 * finishes.
 */
export const removeUser: EndpointAction<typeof users.remove, UserServices> = async ({ actor, params }, services) => {
  const { userId } = params
  if (userId === actor.userId) throwRefusal('own-account')
  const { data: known } = await services.data.users.get({ userId }).go()
  if (known?.status !== 'deleted') await requireUser(userId, services)

  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'deleted', unfinished: 'removal', revokedAt: services.wallClock().toISOString() })
      .remove(['keptSessionId'])
      .where(({ status }, { eq, exists }) => (known ? eq(status, known.status) : exists(status)))
      .commit(),
    counter: countsIn(entities, { users: known?.status === 'active' ? -1 : 0 }, services),
    administrator: createAdministratorConditionCheck(entities, actor),
    audit: appendAuditEntry(
      entities,
      { action: 'USER_REMOVED', by: actor.userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  // Somebody else removed the account a moment ago: what is left is to finish.
  if (!outcome.written && outcome.failed !== 'user') throwRefusal('last-administrator')
  await finishUserRemoval(userId, services)
  return { removed: true }
}
