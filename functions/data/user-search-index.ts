import type { EntityItem } from 'electrodb'
import { createTextPieceKeys, toCustomerSearchText } from './customer-search-text.ts'
import type { TableEntities } from './entities.ts'
import { FollowUp, type Transact, type TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

type StoredUser = EntityItem<TableEntities['users']>

/**
 * Part of every transaction that creates, renames or removes an account; the account itself stores its indexed texts.
 */
export const createUserSearchFollowUp = (userId: string) =>
  new FollowUp('search pieces of an account', (entities, transact) =>
    updateUserSearchPieces(entities, transact, userId),
  )

/** Removed accounts are listed until Cognito has deleted them. */
const isListed = ({ status, unfinished }: StoredUser): boolean => status !== 'deleted' || unfinished !== undefined

const toUserSearchText = (user: StoredUser): string =>
  isListed(user) ? toCustomerSearchText({ name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }) : ''

export function isUserIndexed(user: StoredUser): boolean {
  const { searchTexts = [] } = user
  const text = toUserSearchText(user)
  return text === '' ? searchTexts.length === 0 : searchTexts.length === 1 && searchTexts[0] === text
}

/** Writes per transaction, one less than DynamoDB's limit: each also contains the account. */
const MAX_PIECES = 99

/**
 * Writes the pieces of an account and removes those of earlier texts. Stops when the account changes meanwhile, because
 * that change updates them.
 */
export async function updateUserSearchPieces(data: TableEntities, transact: Transact, userId: string): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  if (user && !isUserIndexed(user)) await writePieces(transact, user, toUserSearchText(user))
}

export async function removeUserSearchPieces(data: TableEntities, transact: Transact, userId: string): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  if (!user?.searchTexts?.length) return
  if (!(await writePieces(transact, user, ''))) throw new Error(`pieces of ${userId} were not removed`)
}

async function writePieces(transact: Transact, user: StoredUser, text: string): Promise<boolean> {
  const changes = createPieceChanges(user, text)
  let revision = user.searchRevision
  for (let done = 0; done === 0 || done < changes.length; done += MAX_PIECES) {
    const isLast = done + MAX_PIECES >= changes.length
    const held = revision
    const { written } = await transact((entities) => ({
      user: holdUser(entities, { user, held, texts: isLast ? [text] : [...(user.searchTexts ?? []), text] }),
      searchPieces: changes.slice(done, done + MAX_PIECES).map((change) => change(entities)),
    }))
    if (!written) return false
    revision = (revision ?? 0) + 1
  }
  return true
}

function createPieceChanges({ userId, createdAt, searchTexts = [] }: StoredUser, text: string) {
  const wanted = createTextPieceKeys(text, userId)
  const kept = new Set(wanted.map(({ piece, place }) => `${piece}\n${place}`))
  const stale = searchTexts
    .flatMap((before) => createTextPieceKeys(before, userId))
    .filter(({ piece, place }) => !kept.has(`${piece}\n${place}`))
  return [
    ...wanted.map(
      (key) => (entities: TransactionEntities) => entities.userSearchPieces.put({ ...key, createdAt, text }).commit(),
    ),
    ...stale.map((key) => (entities: TransactionEntities) => entities.userSearchPieces.delete(key).commit()),
  ]
}

interface Held {
  readonly user: StoredUser
  readonly held: number | undefined
  readonly texts: readonly string[]
}

function holdUser(entities: TransactionEntities, { user, held, texts }: Held) {
  const searchTexts = [...new Set(texts)].filter(Boolean)
  const change = entities.users
    .patch({ userId: user.userId })
    .set({ searchRevision: (held ?? 0) + 1, ...(searchTexts.length > 0 && { searchTexts }) })
  return (searchTexts.length > 0 ? change : change.remove(['searchTexts']))
    .where((stored, operations) =>
      [
        createUnchangedCondition(stored.searchRevision, held, operations),
        operations.eq(stored.firstName, user.firstName),
        operations.eq(stored.lastName, user.lastName),
        createUnchangedCondition(stored.unfinished, user.unfinished, operations),
        (user.status === 'deleted' ? operations.eq : operations.ne)(stored.status, 'deleted'),
      ].join(' AND '),
    )
    .commit()
}
