import { MIN_SUBSTRING_SEARCH_LENGTH } from '#contract/search'
import type { Database } from './database.ts'
import { CUSTOMER_SEARCH_SHARD_COUNT } from './customer-search-line.ts'
import { MAY_LAG } from './read-consistently.ts'
import type { TransactionEntities } from './transact.ts'

const shardOf = (customerId: string): number =>
  [...customerId].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % CUSTOMER_SEARCH_SHARD_COUNT

export const foldCaseAndAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Searchable {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly createdAt: string
}

export const toCustomerSearchLineKey = (customerId: string) => ({ shard: shardOf(customerId), customerId })

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Has to be part of every change of these fields. */
export const putCustomerSearchLine = (
  entities: TransactionEntities,
  { customerId, name, email, phone = '', createdAt }: Searchable,
) => entities.searchLines.put(toCustomerSearchLine({ customerId, name, email, phone, createdAt })).commit()

export const toCustomerSearchLine = ({ customerId, name, email, phone = '', createdAt }: Searchable) => ({
  shard: shardOf(customerId),
  customerId,
  createdAt,
  // A line break tells them apart, and may stand in a name that came from a spreadsheet.
  text: [name, email, phone].map((each) => oneLine(foldCaseAndAccents(each))).join('\n'),
})

export const deleteCustomerSearchLine = (entities: TransactionEntities, customerId: string) =>
  entities.searchLines.delete({ shard: shardOf(customerId), customerId }).commit()

interface SearchLine {
  readonly customerId: string
  readonly createdAt: string
  readonly text: string
}

/** Unordered. Reads the whole index; README.md gives its size. */
export async function findCustomerSearchLines(data: Database, wanted: string): Promise<readonly SearchLine[]> {
  const holds = matcher(wanted)
  const shards = await Promise.all(
    Array.from({ length: CUSTOMER_SEARCH_SHARD_COUNT }, (_, shard) =>
      data.searchLines.query.byShard({ shard }).go({ pages: 'all', ...MAY_LAG }),
    ),
  )
  return shards.flatMap(({ data: lines }) => lines.filter(({ text }) => holds(text)))
}

const grouping = /[\s().+-]/g

/**
 * Matches the whole text anywhere, or all its words in any order: words of three letters and more anywhere, shorter
 * ones at the beginning of a word. Digits match a phone however it is grouped.
 */
function matcher(wanted: string): (text: string) => boolean {
  const needle = oneLine(foldCaseAndAccents(wanted.trim()))
  const words = needle.split(' ')
  const digits = needle.replace(grouping, '')
  const isLong = needle.length >= MIN_SUBSTRING_SEARCH_LENGTH
  const holdsAll = (text: string) => (isLong && text.includes(needle)) || words.every((word) => hasWord(text, word))
  if (!/^\d{3,}$/.test(digits)) return holdsAll
  return (text) => holdsAll(text) || phoneOf(text).replace(grouping, '').includes(digits)
}

const hasWord = (text: string, word: string): boolean =>
  word.length < MIN_SUBSTRING_SEARCH_LENGTH ? beginsIn(text, word) : text.includes(word)

function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

export const matchesCustomerSearch = (customer: Searchable, wanted: string): boolean =>
  matcher(wanted)(toCustomerSearchLine(customer).text)

export const matchesTextSearch = (text: string, wanted: string): boolean =>
  matcher(wanted)(oneLine(foldCaseAndAccents(text)))

export const getCustomerSearchLineEmail = ({ text }: SearchLine): string => text.split('\n')[1] ?? ''

const phoneOf = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
