import { MIN_LENGTH_ANYWHERE } from '#contract/search'
import type { Data } from './data.ts'
import { SHARDS } from './search-line.ts'
import type { TransactionEntities } from './transact.ts'

const shardOf = (customerId: string): number =>
  [...customerId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % SHARDS

export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Searchable {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly createdAt: string
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Has to be part of every change of these fields. */
export const putSearchLine = (
  entities: TransactionEntities,
  { customerId, name, email, phone = '', createdAt }: Searchable,
) => entities.searchLines.put(toSearchLine({ customerId, name, email, phone, createdAt })).commit()

export const toSearchLine = ({ customerId, name, email, phone = '', createdAt }: Searchable) => ({
  shard: shardOf(customerId),
  customerId,
  createdAt,
  // A line break tells them apart, and may stand in a name that came from a spreadsheet.
  text: [name, email, phone].map((each) => oneLine(foldText(each))).join('\n'),
})

export const deleteSearchLine = (entities: TransactionEntities, customerId: string) =>
  entities.searchLines.delete({ shard: shardOf(customerId), customerId }).commit()

interface SearchLine {
  readonly customerId: string
  readonly createdAt: string
  readonly text: string
}

/** Unordered. Reads the whole index; README.md gives its size. */
export async function matchingSearchLines(data: Data, wanted: string): Promise<readonly SearchLine[]> {
  const holds = matcher(wanted)
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => data.searchLines.query.byShard({ shard }).go({ pages: 'all' })),
  )
  return shards.flatMap(({ data: lines }) => lines.filter(({ text }) => holds(text)))
}

const grouping = /[\s().+-]/g

/**
 * Matches the whole text anywhere, or all its words in any order: words of three letters and more anywhere, shorter
 * ones at the beginning of a word. Digits match a phone however it is grouped.
 */
function matcher(wanted: string): (text: string) => boolean {
  const needle = oneLine(foldText(wanted.trim()))
  const words = needle.split(' ')
  const digits = needle.replace(grouping, '')
  const isLong = needle.length >= MIN_LENGTH_ANYWHERE
  const holdsAll = (text: string) => (isLong && text.includes(needle)) || words.every((word) => hasWord(text, word))
  if (!/^\d{3,}$/.test(digits)) return holdsAll
  return (text) => holdsAll(text) || phoneOf(text).replace(grouping, '').includes(digits)
}

const hasWord = (text: string, word: string): boolean =>
  word.length < MIN_LENGTH_ANYWHERE ? beginsIn(text, word) : text.includes(word)

function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

export const customerMatches = (customer: Searchable, wanted: string): boolean =>
  matcher(wanted)(toSearchLine(customer).text)

export const textMatches = (text: string, wanted: string): boolean => matcher(wanted)(oneLine(foldText(text)))

export const searchLineEmail = ({ text }: SearchLine): string => text.split('\n')[1] ?? ''

const phoneOf = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
