import { vi } from 'vitest'
import type { Practice } from './practice.ts'

/**
 * Lets the next writes begin when there are so many of them: each caller has read all it reads before any writes. Somebody's
 * first call writes down their session besides, and has to be over.
 */
export function writingAtOnce({ data }: Practice, count: number): void {
  // Round after round in one test.
  if (vi.isMockFunction(data.transact)) data.transact.mockRestore()
  const { transact } = data
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  vi.spyOn(data, 'transact').mockImplementation(async (writes) => {
    arrived += 1
    if (arrived === count) resolve()
    await promise
    return transact(writes)
  })
}
