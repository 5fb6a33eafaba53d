import type { users } from '#contract/users'
import { audited } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { actsAsAdministrator } from './change-role.ts'
import type { UserServices } from './services.ts'
import { presentAccount } from './shown.ts'

/** Removes an account. It is refused from the next request on; should Cognito not answer, removing again finishes it. */
export const removeUser: Action<typeof users.remove, UserServices> = async ({ actor, params }, services) => {
  const { userId } = params
  if (userId === actor.userId) refuse('own-account')
  const { data: known } = await services.data.users.get({ userId }).go({ consistent: true })
  if (known?.status !== 'deleted') await presentAccount(userId, services)

  const outcome = await services.data.together((writing) => [
    writing.users
      .patch({ userId })
      .set({ status: 'deleted', revokedAt: services.wallClock().toISOString() })
      .remove(['keptSessionId'])
      .commit(),
    actsAsAdministrator(writing, actor),
    audited(writing, { action: 'USER_REMOVED', by: actor.userId, subjectId: userId, caller: actor }, services),
  ])
  if (!outcome.written) refuse('last-administrator')
  await services.accounts.remove(userId.slice('usr_'.length))
  return { removed: true }
}
