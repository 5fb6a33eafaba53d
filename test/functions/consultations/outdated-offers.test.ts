import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveReleasing } from '../../../functions/payments/release-holds.handler.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, type PracticePerson, recordPaidOrder } from '../../support/people.ts'
import { createWaitingList, FREED, LATER } from '../../support/waiting-list.ts'

async function offerToFirst() {
  const list = await createWaitingList()
  const { practice, ask, as, asBoss, free, run, first } = list
  await free()
  await run()
  const readOwn = async (person: PracticePerson) => {
    const [own] = (await practice.data.consultations.query.byCustomer({ customerId: person.customerId }).go()).data
    if (!own) throw new Error('no consultation')
    return own
  }
  const params = async (person: PracticePerson) => {
    const { customerId, consultationId } = await readOwn(person)
    return { customerId, consultationId }
  }
  const moveByPractice = async (startsAt: string) =>
    ask(consultations.edit, {
      as: asBoss(),
      params: await params(first),
      body: { startsAt, durationMinutes: 30, type: 'seguimiento', version: (await readOwn(first)).version },
    })
  const cancel = async () => {
    const { consultationId, version } = await readOwn(first)
    return ask(consultations.cancel, { as: as(first), params: { consultationId }, query: { version } })
  }
  const listHolders = async (startsAt: string) => {
    const { data } = await practice.data.agendaSteps.get({ beginsAt: startsAt }).go()
    return [...(data?.holders ?? [])]
  }
  return { ...list, readOwn, moveByPractice, cancel, listHolders }
}

test('A-37 the practice gives a client by hand the hour that is offered to them: no override, and it stays theirs when the offer would have ended', async () => {
  const { practice, run, look, first, readOwn, moveByPractice, listHolders } = await offerToFirst()

  const moved = await moveByPractice(FREED)
  const offer = (await look(first)).offer
  practice.clock.advance({ hours: 3 })
  await run()

  expect(moved.status).toBe(200)
  expect(offer).toBeNull()
  expect(await listHolders(FREED)).toEqual([(await readOwn(first)).consultationId])
  expect(await listHolders(LATER[0])).not.toContain((await readOwn(first)).consultationId)
  expect((await practice.data.slotHolds.scan.go()).data.map(({ startsAt }) => startsAt)).not.toContain(FREED)
})

test('moved before the offered hour, or to where it still is an earlier one: the offer ends, or goes on', async () => {
  const { look, answer, startOf, first, third, moveByPractice } = await offerToFirst()
  const onward = '2026-12-09T09:00:00.000Z'
  await moveByPractice(onward)
  const after = (await look(first)).offer?.startsAt
  const earlier = '2026-11-30T09:00:00.000Z'
  await moveByPractice(earlier)

  expect(after).toBe(FREED)
  expect((await look(first)).offer).toBeNull()
  // The second was offered the hour that the first had left.
  expect((await look(third)).offer?.startsAt).toBe(FREED)
  expect((await answer('takeFreedHour', first)).body.code).toBe('hold-expired')
  expect(await startOf(first)).toEqual([earlier])
})

test('who cancels what an earlier hour is offered for sees no offer that nobody could take, and it goes to the next in line', async () => {
  const { practice, look, answer, first, second, startOf, cancel } = await offerToFirst()
  await recordPaidOrder(first, practice)
  const { customerId } = first
  const paidAt = practice.now().toISOString()
  await practice.data.ordersToSchedule.put({ customerId, orderId: 'ord_1', concept: 'Primera consulta', paidAt }).go()

  const cancelled = await cancel()

  expect(cancelled.status).toBe(200)
  expect(await look(first)).toMatchObject({ waiting: true, offer: null })
  expect((await look(second)).offer?.startsAt).toBe(FREED)
  expect((await answer('takeFreedHour', second)).status).toBe(200)
  expect(await startOf(second)).toEqual([FREED])
})

test('an hour is not offered for a consultation that is cancelled at the same moment', async () => {
  const { practice, free, run, look, first, third, as, ask } = await createWaitingList()
  const data = practice.data as { transact: typeof practice.data.transact }
  const { transact } = data
  const [own] = (await practice.data.consultations.query.byCustomer({ customerId: first.customerId }).go()).data
  let count = 0
  data.transact = async (plan) => {
    count += 1
    if (count === 2)
      await ask(consultations.cancel, {
        as: as(first),
        params: { consultationId: own?.consultationId ?? '' },
        query: { version: own?.version ?? 0 },
      })
    return transact(plan)
  }

  await free()
  await run()

  expect(count).toBeGreaterThan(2)
  expect((await look(first)).offer).toBeNull()
  // The second was offered the hour that the first had left.
  expect((await look(third)).offer?.startsAt).toBe(FREED)
})

test('a mail of an offer that another one has replaced is not sent', async () => {
  const { practice, ask, asBoss, book, run, answer, look, first } = await offerToFirst()
  const another = '2026-12-02T09:00:00.000Z'
  const leaver = await createCliente(practice)
  const { consultationId, version } = await book(leaver.customerId, another)
  await answer('declineFreedHour', first)

  await ask(consultations.setStatus, {
    as: asBoss(),
    params: { customerId: leaver.customerId, consultationId },
    body: { status: 'cancelled', version },
  })
  await run()

  expect((await look(first)).offer?.startsAt).toBe(another)
  const mails = (await createOutboxReader(practice).post()).filter(({ to }) => to?.[0]?.address === first.email)
  const offers = mails.filter(({ subject }) => subject === 'Ha quedado libre un hueco antes')
  expect(offers.map(({ text = '' }) => /miércoles,? 2 de diciembre/.test(text))).toEqual([true])
})

/** The first offer has ended, and its hold was released before a run took it from the first client's place. */
async function offerToSecondAfterRelease() {
  const list = await offerToFirst()
  const { practice, run, look, second } = list
  practice.clock.advance({ hours: 3 })
  expect(await serveReleasing(() => practice)({})).toEqual({ released: 1 })
  await run()
  expect((await look(second)).offer?.startsAt).toBe(FREED)
  return list
}

test('an offer goes on while an ended one of somebody else still names its hour', async () => {
  const { run, look, answer, second, startOf } = await offerToSecondAfterRelease()

  await run()

  expect((await look(second)).offer?.startsAt).toBe(FREED)
  expect((await answer('takeFreedHour', second)).status).toBe(200)
  expect(await startOf(second)).toEqual([FREED])
})

test('who leaves the list after their offer has ended takes the hour from nobody to whom it is offered now', async () => {
  const { wait, look, answer, first, second, startOf } = await offerToSecondAfterRelease()

  expect((await wait(first, false)).body).toMatchObject({ waiting: false })

  expect((await look(second)).offer?.startsAt).toBe(FREED)
  expect((await answer('takeFreedHour', second)).status).toBe(200)
  expect(await startOf(second)).toEqual([FREED])
})
