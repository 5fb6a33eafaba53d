import { afterEach, expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/consultations/lapse-requests.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

const PAGE = 100

async function seedAgreed({ data }: TestPractice, count: number): Promise<void> {
  const agreed = Array.from({ length: count }, (_, n) => ({
    customerId: 'cus_agreed',
    consultationId: `con_agreed-${String(n).padStart(4, '0')}`,
    startsAt: new Date(Date.UTC(2026, 10, 30) + n * 60_000).toISOString(),
    durationMinutes: 60,
    type: 'general' as const,
    status: 'scheduled' as const,
    toConfirm: false,
    sequence: 0,
    version: 1,
    createdAt: '2026-11-20T09:00:00.000Z',
  }))
  await data.consultations.put(agreed).go()
}

async function requestHours(practice: TestPractice, count: number) {
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  for (let n = 0; n < count; n++) {
    const client = await createCliente(practice)
    const startsAt = `2026-12-0${n + 1}T10:00:00.000Z`
    const body = { startsAt, durationMinutes: 60, type: 'general' }
    expect(await ask(consultations.request, { as: createPasswordSessionClaims(client, practice), body })).toMatchObject(
      {
        status: 201,
      },
    )
  }
  practice.clock.advance({ hours: 49 })
}

const timeFor = (pages: number) => {
  let left = pages
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 60_000 : 1000) }
}

afterEach(() => void vi.restoreAllMocks())

test('the sweep of lapsed requests takes a page at a time, and the next run goes on where time ran out', async () => {
  const practice = await createTestPractice()
  await seedAgreed(practice, 2 * PAGE)
  await requestHours(practice, 2)
  const sweep = sweeping(() => practice)

  const first = await sweep({}, timeFor(1))
  const checkpoints = (await practice.data.jobCheckpoints.scan.go()).data
  const second = await sweep({}, timeFor(2))

  expect([first, second]).toEqual([{ lapsed: 0 }, { lapsed: 2 }])
  expect(checkpoints).toMatchObject([{ job: 'consultations/lapse-requests', pages: 1 }])
  expect((await practice.data.jobCheckpoints.scan.go()).data).toEqual([])
})

test('a request that cannot be cancelled fails the run, and keeps no other one waiting', async () => {
  const practice = await createTestPractice()
  await requestHours(practice, 3)
  const sweep = sweeping(() => practice)
  vi.spyOn(practice.data, 'transact').mockRejectedValueOnce(new Error('the table does not answer'))

  await expect(sweep()).rejects.toThrow('1 requests or freed hours failed')

  expect(await sweep()).toEqual({ lapsed: 1 })
})
