import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { TestPractice } from './practice.ts'

/**
 * Delays the next writes until `count` of them have arrived: each caller has read everything before any writes. A
 * caller's first request also writes its session and must be finished before.
 */
export function synchronizeNextWrites({ data }: TestPractice, count: number): void {
  // May be called repeatedly in one test.
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

interface ReadableEntity {
  get: (key: never) => { readonly go: () => Promise<unknown> }
}

/** Answers the next reads by key when `count` of them are done: each caller has read the item before any writes it. */
export function synchronizeNextReads(entity: ReadableEntity, count: number): void {
  const get = entity.get.bind(entity)
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  let done = 0
  vi.spyOn(entity, 'get').mockImplementation((key) => {
    const read = get(key)
    return {
      ...read,
      go: async () => {
        const found = await read.go()
        if (++done === count) resolve()
        await allRead
        return found
      },
    }
  })
}

/** Any property and any call returns itself. */
const anything: never = new Proxy(() => anything, { get: () => anything }) as never

/**
 * Runs `meanwhile` between the decision and the write of the next transaction that contains a write of this name. It
 * runs in another async context, so it is not limited to the interrupted function's table access.
 */
export function interruptNextWrite({ data }: TestPractice, named: string, meanwhile: () => Promise<unknown>): void {
  const { transact } = data
  const elsewhere = AsyncLocalStorage.snapshot()
  const interrupted = vi.spyOn(data, 'transact').mockImplementation(async (writes) => {
    if (named in writes(anything)) {
      interrupted.mockRestore()
      await elsewhere(meanwhile)
    }
    return transact(writes)
  })
}
