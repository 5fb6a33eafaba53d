import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAsynchronousCalls, type FailedCall } from '../../bin/local/asynchronous-calls.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => void vi.useRealTimers())

function aFunction({ failing, retries }: { readonly failing: number; readonly retries?: number }) {
  const events: unknown[] = []
  const exhausted: FailedCall[] = []
  const calls = createAsynchronousCalls({
    functions: {
      load: async () => async (event) => {
        if (events.push(event) <= failing) throw new Error('no')
      },
    },
    onRetriesExhausted: (_, failed) => exhausted.push(failed),
    ...(retries !== undefined && { countRetries: () => retries }),
  })
  return { calls, events, exhausted }
}

test('a call that nobody waits for is repeated after a second and after two more, and then given up', async () => {
  const { calls, events, exhausted } = aFunction({ failing: 9 })

  await calls.call('send', { mail: 1 })
  expect(events).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(events).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toHaveLength(2)
  expect(exhausted).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)

  expect(events).toEqual([{ mail: 1 }, { mail: 1 }, { mail: 1 }])
  expect(exhausted).toMatchObject([{ event: { mail: 1 }, calls: 3 }])
})

test('it is not repeated once it succeeded, nor more often than its settings say, nor after the end', async () => {
  const succeeding = aFunction({ failing: 1 })
  const impatient = aFunction({ failing: 9, retries: 0 })
  const ended = aFunction({ failing: 9 })

  for (const { calls } of [succeeding, impatient, ended]) await calls.call('send', {})
  ended.calls.stop()
  await vi.advanceTimersByTimeAsync(60_000)

  expect([succeeding, impatient, ended].map(({ events }) => events.length)).toEqual([2, 1, 1])
  expect([succeeding, impatient, ended].map(({ exhausted }) => exhausted.length)).toEqual([0, 1, 0])
})

test('it ends quietly where nobody may be told that it was given up', async () => {
  const calls = createAsynchronousCalls({
    functions: { load: async () => Promise.reject(new Error('no')) },
    onRetriesExhausted: () => {
      throw new Error('the queue refuses it')
    },
    pausesMs: [],
  })

  await expect(calls.call('send', {})).resolves.toBeUndefined()
})
