import type { Cursor } from '#contract/values'
import { newestUsers } from '#data/queries'
import type { User } from '#platform/user'
import { type InvariantCheck, type InvariantServices, MAX_CHECKED } from './invariant-check.ts'

/** Cognito is asked about so many accounts, each with a call of its own. */
const MAX_ASKED = 5

/** Whoever asks by day is an administrador who can; at night it has to be looked for among all accounts. */
const ALL = Infinity

/** At least one administrador can sign in: our table says so, and Cognito does. Whoever asks is looked at too. */
export const administratorsSignIn: InvariantCheck = async (services, actor) => {
  const newest = await administratorsOf(services, { pages: actor ? 1 : ALL })
  const userIds = [...new Set([...(actor ? [actor.userId] : []), ...newest])].slice(0, MAX_ASKED)
  if (userIds.length === 0) return { looked: 0, broken: 1 }
  const { data: users } = await services.data.users.get(userIds.map((userId) => ({ userId }))).go({ consistent: true })
  const able = await Promise.all(users.map((user) => canSignIn(user, services)))
  return { looked: users.length, broken: able.includes(true) ? 0 : 1 }
}

/** The newest that our table lets in, as far as some pages of all accounts go. */
async function administratorsOf({ data }: InvariantServices, { pages }: { readonly pages: number }): Promise<string[]> {
  const found: string[] = []
  let cursor: Cursor | undefined
  for (let page = 0; page < pages && found.length < MAX_ASKED; page++) {
    const { items, next } = await newestUsers(data, { limit: MAX_CHECKED, cursor })
    found.push(...items.filter(hasAllItTakes).map(({ userId }) => userId))
    if (!next) break
    cursor = next
  }
  return found
}

const hasAllItTakes = ({ role, status, emailVerifiedAt, mfaEnabledAt }: User): boolean =>
  role === 'administrador' && status === 'active' && emailVerifiedAt !== undefined && mfaEnabledAt !== undefined

async function canSignIn(user: User, { identities }: InvariantServices): Promise<boolean> {
  if (!hasAllItTakes(user)) return false
  const identity = await identities.find(user.userId.slice('usr_'.length))
  return identity !== undefined && identity.confirmed && identity.enabled && identity.hasTotp
}

/** Cognito has heard of every change of an account. */
export const changesFinished: InvariantCheck = async ({ data }) => {
  const { items } = await newestUsers(data, { limit: MAX_CHECKED })
  return { looked: items.length, broken: items.filter(({ unfinished }) => unfinished).length }
}
