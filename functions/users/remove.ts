import type { users } from '#contract/users'
import { countsIn } from '#data/counter'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { checkIsAdministrator } from './change-role.ts'
import type { UserServices } from './services.ts'
import { presentAccount } from './to-user.ts'
import { finishRemoval } from './unfinished.ts'

/**
 * Refused from the next request on. If Cognito fails, the account stays listed as half removed, and removing it again
 * finishes.
 */
export const removeUser: Action<typeof users.remove, UserServices> = async ({ actor, params }, services) => {
  const { userId } = params
  if (userId === actor.userId) refuse('own-account')
  const { data: known } = await services.data.users.get({ userId }).go({ consistent: true })
  if (known?.status !== 'deleted') await presentAccount(userId, services)

  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'deleted', unfinished: 'removal', revokedAt: services.wallClock().toISOString() })
      .remove(['keptSessionId'])
      .where(({ status }, { eq, exists }) => (known ? eq(status, known.status) : exists(status)))
      .commit(),
    counter: countsIn(entities, { users: known?.status === 'active' ? -1 : 0 }, services),
    administrator: checkIsAdministrator(entities, actor),
    audit: appendAudit(
      entities,
      { action: 'USER_REMOVED', by: actor.userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  // Somebody else removed the account a moment ago: what is left is to finish.
  if (!outcome.written && outcome.failed !== 'user') refuse('last-administrator')
  await finishRemoval(userId, services)
  return { removed: true }
}
