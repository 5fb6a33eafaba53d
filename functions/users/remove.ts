import type { users } from '#contract/users'
import { countsIn } from '#data/practice-counter'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { StoredUser } from '#platform/user'
import { createAdministratorConditionCheck } from './change-role.ts'
import type { UserServices } from './services.ts'
import { finishUserRemoval } from './unfinished-user-changes.ts'

const TRIES = 3

/**
 * Refused from the next request on, even after a concurrent deactivation or reactivation. If Cognito fails, the account
 * stays listed as half removed, and removing it again finishes.
 */
export const removeUser: EndpointAction<typeof users.remove, UserServices> = async ({ actor, params }, services) => {
  const { userId } = params
  if (userId === actor.userId) throwRefusal('own-account')
  const read = async () => (await services.data.users.get({ userId }).go()).data ?? throwRefusal('not-found')
  let isRemoved = await removeOnce(actor, await read(), services)
  for (let tries = 1; !isRemoved && tries < TRIES; tries++) {
    const present = await read()
    isRemoved = present.status === 'deleted' || (await removeOnce(actor, present, services))
  }
  if (!isRemoved) throwRefusal('changed-meanwhile')
  await finishUserRemoval(userId, services)
  return { removed: true }
}

async function removeOnce(
  actor: Actor,
  { userId, status: before }: StoredUser,
  services: UserServices,
): Promise<boolean> {
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ status: 'deleted', unfinished: 'removal', revokedAt: services.wallClock().toISOString() })
      .remove(['keptSessionId'])
      .where(({ status }, { eq }) => eq(status, before))
      .commit(),
    counter: countsIn(entities, { users: before === 'active' ? -1 : 0 }, services),
    administrator: createAdministratorConditionCheck(entities, actor),
    audit: appendAuditEntry(
      entities,
      { action: 'USER_REMOVED', by: actor.userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return outcome.written || (outcome.failed === 'user' ? false : throwRefusal('last-administrator'))
}
