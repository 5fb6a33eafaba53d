import type { Cursor } from '#contract/values'
import type { Data } from '#data/data'
import { openingsOf } from '#data/record-opening-queries'
import { peopleIn, toOpening } from './to-opening.ts'

/** The file of a download that tells who has seen somebody's data. */
export const OPENINGS_FILE = 'quien-ha-visto-tus-datos'

/** Entries that are read at once. */
const PART = 500

/** Who of the practice has opened a client's data, newest first, as their own list tells it. */
export async function openingsToDownload(customerId: string, data: Data): Promise<Readonly<Record<string, unknown>>[]> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return []
  const rows: Readonly<Record<string, unknown>>[] = []
  let cursor: Cursor | undefined
  do {
    const { items, next } = await openingsOf(customer, { limit: PART, cursor }, data)
    const people = await peopleIn(items, data)
    rows.push(
      ...items.map((line) => {
        const { at, name, role, part } = toOpening(line, people)
        const position = role ? 'Administración' : 'Ya no está en el equipo'
        return { at, openedBy: name ?? 'Alguien del equipo', position, part }
      }),
    )
    cursor = next ?? undefined
  } while (cursor)
  return rows
}
