import { vi } from 'vitest'
import type { TestPractice } from './practice.ts'

/**
 * Holds the next writes until `count` of them have arrived: each caller has read everything before any writes. A
 * caller's first request also writes its session and must be finished before.
 */
export function synchronizeNextWrites({ data }: TestPractice, count: number): void {
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

/** Whatever is asked of it: its properties, its results. */
const anything: never = new Proxy(() => anything, { get: () => anything }) as never

/** `meanwhile` happens when the next transaction with a write of this name is decided on and not made yet. */
export function interruptNextWrite({ data }: TestPractice, named: string, meanwhile: () => Promise<unknown>): void {
  const { transact } = data
  const interrupted = vi.spyOn(data, 'transact').mockImplementation(async (writes) => {
    if (named in writes(anything)) {
      interrupted.mockRestore()
      await meanwhile()
    }
    return transact(writes)
  })
}
