import { expect, test } from 'vitest'
import { MAX_COUNTED_MATCHES } from '#contract/search'
import { searchPieces } from '#data/search-pieces'

const PAGE = 100

/** All match, at 100 per page. */
const searchAmong = (people: number) =>
  searchPieces<{ readonly id: string; readonly text: string }>({
    wanted: 'ana',
    isWanted: () => true,
    idOf: ({ id }) => id,
    readRange: (_, { cursor }) => {
      const from = Number(cursor ?? 0)
      const count = Math.min(PAGE, people - from)
      const matches = Array.from({ length: count }, (_each, n) => ({ id: String(from + n), text: 'ana' }))
      return Promise.resolve({ matches, cursor: from + count < people ? String(from + count) : null })
    },
  })

test.each([
  [MAX_COUNTED_MATCHES, MAX_COUNTED_MATCHES],
  [MAX_COUNTED_MATCHES + 1, MAX_COUNTED_MATCHES + 1],
  [MAX_COUNTED_MATCHES * 3, MAX_COUNTED_MATCHES + 1],
])(
  'of %i matches in pages that hold as many as are counted, %i are found, and no search gives up',
  async (people, found) => {
    const { matches, isComplete } = await searchAmong(people)

    expect([matches.length, isComplete]).toEqual([found, true])
  },
)
