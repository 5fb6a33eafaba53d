import { expect, test } from 'vitest'
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
