import type { EntityItem } from 'electrodb'
import { CUSTOMER_SEARCH_SHARD_COUNT } from './customer-search-line.ts'
import {
  createSearchPieceKeys,
  createSharedEmailKey,
  parseCustomerSearchText,
  toCustomerSearchText,
  toEmailRange,
} from './customer-search-text.ts'
import type { TableEntities } from './entities.ts'
import { FollowUp, type Transact, type TransactionEntities, type TransactionWrites } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

export type CustomerSearchLine = EntityItem<TableEntities['searchLines']>

interface Searchable {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly userId?: string | undefined
  readonly createdAt: string
}

export const toCustomerSearchLineKey = (customerId: string) => ({
  shard:
    [...customerId].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % CUSTOMER_SEARCH_SHARD_COUNT,
  customerId,
})

export const toCustomerSearchLine = (customer: Searchable) => ({
  ...toCustomerSearchLineKey(customer.customerId),
  createdAt: customer.createdAt,
  text: toCustomerSearchText(customer),
})

/** Required in every transaction that changes these fields. The index pieces are written after it. */
export const putCustomerSearchLine = (entities: TransactionEntities, customer: Searchable): TransactionWrites => [
  entities.searchLines.upsert(toCustomerSearchLine(customer)).add({ revision: 1 }).commit(),
  followWithPieces(customer.customerId),
]

export const deleteCustomerSearchLine = (entities: TransactionEntities, customerId: string): TransactionWrites => [
  entities.searchLines
    .upsert({ ...toCustomerSearchLineKey(customerId), text: '' })
    .add({ revision: 1 })
    .commit(),
  followWithPieces(customerId),
]

const followWithPieces = (customerId: string) =>
  new FollowUp('search pieces', (entities, transact) => updateCustomerSearchPieces(entities, transact, customerId))

/** Writes per transaction, one less than DynamoDB's limit: each also contains the line. */
const MAX_PIECES = 99

/**
 * Writes the pieces of a client's line and removes those of earlier texts. Does nothing when they are right; stops when
 * the line changes meanwhile, because that change updates them.
 */
export async function updateCustomerSearchPieces(
  data: TableEntities,
  transact: Transact,
  customerId: string,
): Promise<void> {
  const { data: line } = await data.searchLines.get(toCustomerSearchLineKey(customerId)).go()
  if (!line || isCustomerSearchLineIndexed(line)) return
  const changes = createPieceChanges(line)
  for (let done = 0; done === 0 || done < changes.length; done += MAX_PIECES) {
    const isLast = done + MAX_PIECES >= changes.length
    const { written } = await transact((entities) => ({
      searchLine: isLast ? finish(entities, line) : begin(entities, line),
      searchPieces: changes.slice(done, done + MAX_PIECES).map((change) => change(entities)),
    }))
    if (!written) return
  }
  const emails = [line.text, ...(line.indexed ?? [])].map((text) => parseCustomerSearchText(text).email)
  for (const email of new Set(emails.filter(Boolean))) await markSharedEmail(data, email)
}

/**
 * After the pieces: of two clients that take an address at the same moment, the later sees both. Surplus marks are not
 * shown.
 */
async function markSharedEmail(data: TableEntities, email: string): Promise<void> {
  const { piece, from, to } = toEmailRange(email)
  const mark = createSharedEmailKey(email)
  const [{ data: sharing }, { data: marked }] = await Promise.all([
    data.searchPieces.query.byPiece({ piece }).between({ place: from }, { place: to }).go({ limit: 2 }),
    data.searchPieces.get(mark).go(),
  ])
  const isShared = sharing.length > 1
  if (isShared === Boolean(marked)) return
  if (isShared) await data.searchPieces.put({ ...mark, createdAt: '', text: '' }).go()
  else await data.searchPieces.delete(mark).go()
}

export const isCustomerSearchLineIndexed = ({ text, indexed = [] }: CustomerSearchLine): boolean =>
  indexed.length === 1 && indexed[0] === text

function createPieceChanges({ customerId, createdAt = '', text, indexed = [] }: CustomerSearchLine) {
  const wanted = createSearchPieceKeys({ text, customerId, createdAt })
  const kept = new Set(wanted.map(({ piece, place }) => `${piece}\n${place}`))
  const stale = indexed
    .flatMap((before) => createSearchPieceKeys({ text: before, customerId, createdAt }))
    .filter(({ piece, place }) => !kept.has(`${piece}\n${place}`))
  return [
    ...wanted.map(
      (key) => (entities: TransactionEntities) => entities.searchPieces.put({ ...key, createdAt, text }).commit(),
    ),
    ...stale.map((key) => (entities: TransactionEntities) => entities.searchPieces.delete(key).commit()),
  ]
}

/** Before the first piece, so that after an interruption the next run knows which pieces to remove. */
const begin = (
  entities: TransactionEntities,
  { shard, customerId, text, indexed = [], revision }: CustomerSearchLine,
) =>
  entities.searchLines
    .patch({ shard, customerId })
    .set({ indexed: [...new Set([...indexed, text])].filter(Boolean) })
    .where((line, operations) => createUnchangedCondition(line.revision, revision, operations))
    .commit()

const finish = (entities: TransactionEntities, { shard, customerId, text, revision }: CustomerSearchLine) =>
  text === ''
    ? entities.searchLines
        .delete({ shard, customerId })
        .where((line, operations) => createUnchangedCondition(line.revision, revision, operations))
        .commit()
    : entities.searchLines
        .patch({ shard, customerId })
        .set({ indexed: [text] })
        .where((line, operations) => createUnchangedCondition(line.revision, revision, operations))
        .commit()
