import type { UserAccount as ShownUser } from '#contract/users'
import { throwRefusal } from '#platform/refusal-error'
import type { StoredUser } from '#platform/user'
import type { UserServices } from './services.ts'

export const toUser = ({
  userId,
  firstName,
  lastName,
  unfinished,
  emailVerifiedAt,
  ...user
}: StoredUser): ShownUser => ({
  id: userId,
  name: `${firstName} ${lastName}`.trim() || null,
  email: user.email,
  role: user.role,
  createdAt: user.createdAt,
  emailConfirmed: emailVerifiedAt !== undefined,
  ...(unfinished && { unfinished }),
})

/** @throws Refusal `not-found`, also for a removed account */
export async function requireUser(userId: string, { data }: UserServices): Promise<StoredUser> {
  const { data: user } = await data.users.get({ userId }).go()
  return user && user.status !== 'deleted' ? user : throwRefusal('not-found')
}
