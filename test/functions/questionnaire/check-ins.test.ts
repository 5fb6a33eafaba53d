import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, test, vi } from 'vitest'
import { consent } from '#contract/consent'
import { questionnaire } from '#contract/questionnaire'
import { createLambdaHandler } from '../../../functions/questionnaire/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

const scores = { bloating: 2, energy: 3, sleep: 4, mood: 3 }

/** A Saturday morning: the clock is 2026-11-21, 9:00 UTC, in the week of Monday the 16th. */
async function inAWeek(changes: Parameters<typeof createCliente>[1] = {}) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, changes)
  const elena = await createAdministrador(practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = (person = client) => createPasswordSessionClaims(person, practice)
  const params = { customerId: client.customerId }
  return {
    practice,
    client,
    elena,
    ask,
    as,
    params,
    save: (body: object = {}, person = client) =>
      ask(questionnaire.saveCheckIn, { as: as(person), body: { week: '2026-11-16', ...scores, ...body } }),
    mine: async (person = client) => (await ask(questionnaire.listCheckInsOfMine, { as: as(person) })).body.items,
    read: async () => (await ask(questionnaire.listCheckInsOfCustomer, { as: as(elena), params })).body.items,
    see: (body: object) =>
      ask(questionnaire.seeCheckIn, { as: as(elena), params, body: { week: '2026-11-16', ...body } }),
  }
}

describe('the week that a client tells of', () => {
  test('is kept as it was told, with its line, and read by the client and the practice', async () => {
    const { save, mine, read } = await inAWeek()

    const { status, body } = await save({ note: 'Peor tras cenar tarde' })

    const kept = {
      week: '2026-11-16',
      ...scores,
      note: 'Peor tras cenar tarde',
      answeredAt: '2026-11-21T09:00:00.000Z',
    }
    expect({ status, body }).toEqual({ status: 200, body: kept })
    expect(await mine()).toEqual([kept])
    expect(await read()).toEqual([{ ...kept, seenAt: null }])
  })

  test('sent again gives the same answer and is one line in the log, which says nothing of it', async () => {
    const { save, practice } = await inAWeek()
    const first = await save({ note: 'Peor tras cenar tarde' })
    practice.clock.advance({ minutes: 5 })

    const again = await save({ note: 'Peor tras cenar tarde' })

    expect(again).toEqual(first)
    const entries = (await listAuditChanges(practice)).filter(({ action }) => action === 'CHECK_IN_SAVED')
    expect(entries.map(({ details }) => details)).toEqual([{ week: '2026-11-16' }])
  })

  test('sent twice at the same moment is kept once, and both get the same answer', async () => {
    const { save, mine, practice } = await inAWeek()
    // The first request of a session writes the session too.
    await mine()
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([save(), save()])

    expect(one).toMatchObject({ status: 200 })
    expect(other).toEqual(one)
    expect(await mine()).toHaveLength(1)
    const entries = (await listAuditChanges(practice)).filter(({ action }) => action === 'CHECK_IN_SAVED')
    expect(entries).toHaveLength(1)
  })

  test('can be corrected until it ends, and a line that was taken out is gone', async () => {
    const { save, mine, practice } = await inAWeek()
    await save({ note: 'Peor tras cenar tarde' })
    practice.clock.set('2026-11-22T22:59:00.000Z')

    await save({ bloating: 5 })

    expect(await mine()).toMatchObject([{ bloating: 5, note: null }])
    practice.clock.advance({ minutes: 1 })
    const late = await save({ bloating: 1 })
    expect(late).toEqual({ status: 409, body: { code: 'check-in-closed' } })
    expect(await mine()).toMatchObject([{ bloating: 5 }])
  })

  test('that has not begun, or is no Monday’s, is refused', async () => {
    const { save, mine } = await inAWeek()

    expect((await save({ week: '2026-11-23' })).body.code).toBe('check-in-closed')
    expect((await save({ week: '2026-11-17' })).body.code).toBe('invalid-input')
    expect(await mine()).toEqual([])
  })

  test('that was written without a connection is taken for a week more, and never over a later answer', async () => {
    const { save, mine, practice } = await inAWeek()
    await save({ bloating: 4, at: '2026-11-21T08:00:00.000Z' })
    practice.clock.set('2026-11-25T09:00:00.000Z')

    const earlier = await save({ bloating: 1, at: '2026-11-20T08:00:00.000Z' })
    const later = await save({ bloating: 5, at: '2026-11-22T08:00:00.000Z' })

    expect(earlier.body).toMatchObject({ bloating: 4 })
    expect(later.body).toMatchObject({ bloating: 5 })
    practice.clock.set('2026-11-29T23:00:00.000Z')
    expect((await save({ bloating: 2, at: '2026-11-22T09:00:00.000Z' })).body.code).toBe('check-in-closed')
    expect(await mine()).toMatchObject([{ bloating: 5 }])
  })

  test('with a clock that is ahead is written now, so that it wins over no later answer', async () => {
    const { save, practice } = await inAWeek()

    const { body } = await save({ at: '2026-11-22T20:00:00.000Z' })

    expect(body.answeredAt).toBe('2026-11-21T09:00:00.000Z')
    practice.clock.advance({ minutes: 1 })
    expect((await save({ mood: 5 })).body).toMatchObject({ mood: 5 })
  })

  test.each([
    ['a step that there is not', { bloating: 6 }],
    ['half a step', { sleep: 2.5 }],
    ['three of the four', { mood: undefined }],
    ['a line that is too long', { note: 'x'.repeat(201) }],
    ['more than one line', { note: 'una\notra' }],
    ['somebody else’s name on it', { customerId: 'cus_12345678' }],
  ])('with %s is refused', async (_, body) => {
    const { save, mine } = await inAWeek()

    expect(await save(body)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await mine()).toEqual([])
  })

  test('is of nobody else: another client reads and writes their own', async () => {
    const { save, mine, practice } = await inAWeek()
    const other = await createCliente(practice)
    await save()

    expect(await mine(other)).toEqual([])
    await save({ bloating: 5 }, other)
    expect(await mine()).toMatchObject([{ bloating: 2 }])
  })

  test('of a minor waits for their guardian', async () => {
    const { save } = await inAWeek({ birthDate: '2010-01-01' })

    expect((await save()).body.code).toBe('guardian-consent-required')
  })

  test('is taken no longer once the consent is withdrawn', async () => {
    const { save, practice, as } = await inAWeek()
    await save()
    const askConsent = await createDomainCaller('consent', practice)
    await askConsent(consent.withdrawHealth, { as: as(), body: {} })

    expect((await save({ bloating: 5 })).body.code).toBe('health-consent-required')
  })

  test('goes four hundred days after it was told, as ticked doses do', async () => {
    const { save, practice, client } = await inAWeek()
    await save()

    const { data: stored } = await practice.data.checkIns
      .get({ customerId: client.customerId, week: '2026-11-16' })
      .go()

    expect(new Date(Number(stored?.expiresAtEpoch) * 1000).toISOString()).toBe('2027-12-26T09:00:00.000Z')
  })
})

test('weeks are listed with the latest first and without those that nobody answered', async () => {
  const { save, mine, practice } = await inAWeek()
  await save()
  practice.clock.set('2026-12-03T09:00:00.000Z')
  await save({ week: '2026-11-30' })

  expect((await mine()).map(({ week }) => week)).toEqual(['2026-11-30', '2026-11-16'])
})

describe('that the practice has read a week', () => {
  test('is noted with its first time, and a correction is new again', async () => {
    const { save, see, read, practice } = await inAWeek()
    const { answeredAt } = (await save()).body
    const first = await see({ answeredAt })
    practice.clock.advance({ hours: 1 })

    expect(await see({ answeredAt })).toEqual(first)
    expect(first.body).toEqual({ seenAt: '2026-11-21T09:00:00.000Z' })
    await save({ mood: 5 })
    expect(await read()).toMatchObject([{ mood: 5, seenAt: null }])
  })

  test('is not said of an answer that has changed since, nor of one that is not there', async () => {
    const { save, see, read, practice } = await inAWeek()
    const { answeredAt } = (await save()).body
    practice.clock.advance({ hours: 1 })
    await save({ mood: 5 })

    expect((await see({ answeredAt })).body.code).toBe('changed-meanwhile')
    expect((await see({ week: '2026-11-09', answeredAt })).body.code).toBe('not-found')
    expect(await read()).toMatchObject([{ seenAt: null }])
  })

  test('is not said of an answer that is changed at the moment at which it is read: it stays new', async () => {
    const { save, see, read, practice } = await inAWeek()
    const { answeredAt } = (await save()).body
    const { checkIns } = practice.data
    const get = checkIns.get.bind(checkIns)
    // The client’s request may use more of the table than the practice’s.
    const elsewhere = AsyncLocalStorage.snapshot()
    vi.spyOn(checkIns, 'get').mockImplementationOnce(((key: Parameters<typeof get>[0]) => ({
      go: async () => {
        const found = await get(key).go()
        practice.clock.advance({ minutes: 1 })
        await elsewhere(() => save({ mood: 5 }))
        return found
      },
    })) as never)

    const { body } = await see({ answeredAt })

    expect(body.code).toBe('changed-meanwhile')
    expect(await read()).toMatchObject([{ mood: 5, seenAt: null }])
  })

  test('is in the log as an opening of this part of the record', async () => {
    const { save, read, practice } = await inAWeek()
    await save()
    await read()

    const { data: entries } = await practice.data.auditEntries.scan.go({ pages: 'all' })
    expect(entries.filter(({ action }) => action === 'CLIENT_DATA_OPENED').map(({ details }) => details)).toEqual([
      { part: 'check-ins' },
    ])
  })
})
