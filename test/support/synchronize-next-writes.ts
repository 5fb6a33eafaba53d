import { vi } from 'vitest'
import type { TestPractice } from './practice.ts'

/** Whatever is asked of it: its properties, its results. */
const anything: never = new Proxy(() => anything, { get: () => anything }) as never

/**
 * Holds the next writes until `count` of them have arrived: each caller has read everything before any writes. A
 * caller's first request also writes its session and must be finished before.
 * @param naming holds only transactions with a write of this name
 */
export function synchronizeNextWrites({ data }: TestPractice, count: number, naming?: string): void {
  // Round after round in one test.
  if (vi.isMockFunction(data.transact)) data.transact.mockRestore()
  const { transact } = data
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  vi.spyOn(data, 'transact').mockImplementation(async (writes) => {
    if (naming !== undefined && !(naming in writes(anything))) return transact(writes)
    arrived += 1
    if (arrived === count) resolve()
    await promise
    return transact(writes)
  })
}
