import { expect, onTestFinished, test, vi } from 'vitest'
import { startLocalSchedules } from '../../bin/local/schedules.ts'
import type { DeployedSchedule } from '../../bin/local/deployment.ts'

test('a product that is closed while its schedules run begins no other, and asks its clock nothing more', async () => {
  const called: string[] = []
  const names = ['first', 'second']
  const schedules = names.map((handler) => ({ handler, everyMs: 1000 }) as unknown as DeployedSchedule)
  let isClosed = false
  const now = () => {
    if (isClosed) throw new Error('the clock is closed')
    return new Date(0)
  }
  const call = async (handler: string) => {
    called.push(handler)
    running.stop()
    isClosed = true
  }
  const asynchronous = { call, stop: () => undefined }
  const running = startLocalSchedules({
    schedules,
    asynchronous,
    isOn: () => true,
    clock: { now },
    also: () => undefined,
  })

  await running.runDue()

  expect(called).toEqual(['first'])
})

const run = (called: string[]) => {
  const everyMs = { minutely: 60_000, hourly: 3_600_000 }
  return startLocalSchedules({
    schedules: Object.entries(everyMs).map(
      ([handler, each]) => ({ handler, everyMs: each }) as unknown as DeployedSchedule,
    ),
    asynchronous: { call: async (handler) => void called.push(handler), stop: () => undefined },
    isOn: () => true,
    clock: { now: () => new Date() },
    also: () => undefined,
  })
}

test('by itself a schedule runs first when its time has passed since the start', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const called: string[] = []
  const { stop } = run(called)

  await vi.advanceTimersByTimeAsync(60_000)
  expect(called).toEqual(['minutely'])
  await vi.advanceTimersByTimeAsync(3_540_000)
  stop()

  expect(called.filter((handler) => handler === 'hourly')).toEqual(['hourly'])
})

test('a job of a minute runs each minute, also after one that began late', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const called: string[] = []
  const pauses = [0, 5000, 0]
  const { stop } = startLocalSchedules({
    schedules: [
      { handler: 'slow', everyMs: 60_000, isNightlyRun: false, isFirstCheck: false },
      { handler: 'minutely', everyMs: 60_000, isNightlyRun: false, isFirstCheck: false },
    ],
    asynchronous: {
      call: async (handler) => {
        called.push(handler)
        if (handler === 'slow') await new Promise((done) => setTimeout(done, pauses.shift()))
      },
      stop: () => undefined,
    },
    isOn: () => true,
    clock: { now: () => new Date() },
    also: () => undefined,
  })

  await vi.advanceTimersByTimeAsync(181_000)
  stop()

  expect(called.filter((handler) => handler === 'minutely')).toHaveLength(3)
})

test('a moved clock runs at once what has not run yet', async () => {
  const called: string[] = []
  const { runDue, stop } = run(called)

  await runDue()
  stop()

  expect(called).toEqual(['minutely', 'hourly'])
})

test('a clock that is moved by a second runs nothing anew, and by a minute what runs each minute', async () => {
  const called: string[] = []
  let at = 0
  const { runDue, stop } = startLocalSchedules({
    schedules: [
      { handler: 'minutely', everyMs: 60_000, isNightlyRun: false, isFirstCheck: false },
      { handler: 'hourly', everyMs: 3_600_000, isNightlyRun: false, isFirstCheck: false },
    ],
    asynchronous: { call: async (handler) => void called.push(handler), stop: () => undefined },
    isOn: () => true,
    clock: { now: () => new Date(at) },
    also: () => undefined,
  })
  await runDue()
  called.length = 0

  at += 1000
  await runDue()
  expect(called).toEqual([])

  at += 60_000
  await runDue()
  stop()
  expect(called).toEqual(['minutely'])
})

test('a moved clock waits for a run that the minute began after it was moved', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const { runDue, stop } = startLocalSchedules({
    schedules: [{ handler: 'minutely', everyMs: 60_000, isNightlyRun: false, isFirstCheck: false }],
    asynchronous: { call: () => promise, stop: () => undefined },
    isOn: () => true,
    clock: { now: () => new Date() },
    also: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  let isOver = false

  const due = runDue().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)

  end()
  await due
  stop()
})
