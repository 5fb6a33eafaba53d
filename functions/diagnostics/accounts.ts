import { newestUsers } from '#data/queries'
import type { User } from '#platform/user'
import { type Look, MOST } from './look.ts'
import type { DiagnosticsServices } from './services.ts'

/** Cognito is asked about so many accounts, each with a call of its own. */
const MOST_ASKED = 5

/** At least one administrador can sign in: our table says so, and Cognito does. Whoever asks is looked at too. */
export const administratorsSignIn: Look = async (services, actor) => {
  const { items } = await newestUsers(services.data, { limit: MOST })
  const newest = items.filter(({ role }) => role === 'administrador').map(({ userId }) => userId)
  const userIds = [...new Set([actor.userId, ...newest])].slice(0, MOST_ASKED)
  const { data: users } = await services.data.users.get(userIds.map((userId) => ({ userId }))).go({ consistent: true })
  const able = await Promise.all(users.map((user) => canSignIn(user, services)))
  return { looked: users.length, broken: able.includes(true) ? 0 : 1 }
}

async function canSignIn(
  { userId, role, status, emailVerifiedAt, mfaEnabledAt }: User,
  { identities }: DiagnosticsServices,
): Promise<boolean> {
  if (role !== 'administrador' || status !== 'active' || !emailVerifiedAt || !mfaEnabledAt) return false
  const identity = await identities.find(userId.slice('usr_'.length))
  return identity !== undefined && identity.confirmed && identity.enabled && identity.hasTotp
}

/** Cognito has heard of every change of an account. */
export const changesFinished: Look = async ({ data }) => {
  const { items } = await newestUsers(data, { limit: MOST })
  return { looked: items.length, broken: items.filter(({ unfinished }) => unfinished).length }
}
