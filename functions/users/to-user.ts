import type { User as ShownUser } from '#contract/users'
import { refuse } from '#platform/refusal'
import type { User } from '#platform/user'
import type { UserServices } from './services.ts'

export const toUser = ({ userId, firstName, lastName, unfinished, emailVerifiedAt, ...user }: User): ShownUser => ({
  id: userId,
  name: `${firstName} ${lastName}`.trim() || null,
  email: user.email,
  role: user.role,
  createdAt: user.createdAt,
  emailConfirmed: emailVerifiedAt !== undefined,
  ...(unfinished && { unfinished }),
})

/** @throws Refusal `not-found`, also for a removed account */
export async function presentAccount(userId: string, { data }: UserServices): Promise<User> {
  const { data: user } = await data.users.get({ userId }).go({ consistent: true })
  return user && user.status !== 'deleted' ? user : refuse('not-found')
}
