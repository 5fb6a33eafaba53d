import type { Data } from './data.ts'
import { SHARDS } from './search-line.ts'
import type { Writing } from './together.ts'

const shardOf = (customerId: string): number =>
  [...customerId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % SHARDS

/** Text without case and accents, as it is compared. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface Searchable {
  readonly customerId: string
  readonly name: string
  readonly email: string
  readonly phone?: string | undefined
  readonly createdAt: string
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** The line of a client, to be written with every change of what it is made of. */
export const searchLine = (writing: Writing, { customerId, name, email, phone = '', createdAt }: Searchable) =>
  writing.searchLines.put(lineOf({ customerId, name, email, phone, createdAt })).commit()

export const lineOf = ({ customerId, name, email, phone = '', createdAt }: Searchable) => ({
  shard: shardOf(customerId),
  customerId,
  createdAt,
  // A line break tells them apart, and may stand in a name that came from a spreadsheet.
  text: [name, email, phone].map((each) => oneLine(folded(each))).join('\n'),
})

export const noSearchLine = (writing: Writing, customerId: string) =>
  writing.searchLines.delete({ shard: shardOf(customerId), customerId }).commit()

interface SearchLine {
  readonly customerId: string
  readonly createdAt: string
  readonly text: string
}

/** Every line whose text holds `wanted`, in no order. Reads the whole index, whose size README.md gives. */
export async function searched(data: Data, wanted: string): Promise<readonly SearchLine[]> {
  const holds = matcher(wanted)
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => data.searchLines.query.byShard({ shard }).go({ pages: 'all' })),
  )
  return shards.flatMap(({ data: lines }) => lines.filter(({ text }) => holds(text)))
}

const grouping = /[\s().+-]/g

/** Digits find a phone however either of the two is grouped. */
function matcher(wanted: string): (text: string) => boolean {
  const needle = oneLine(folded(wanted.trim()))
  const digits = needle.replace(grouping, '')
  if (!/^\d{3,}$/.test(digits)) return (text) => text.includes(needle)
  return (text) => text.includes(needle) || phoneOf(text).replace(grouping, '').includes(digits)
}

const phoneOf = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
