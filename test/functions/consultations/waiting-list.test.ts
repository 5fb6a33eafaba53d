import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveSchedule } from '../../../functions/consultations/lapse-requests.handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createPasswordSessionClaims, recordPaidOrder } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'
import { createWaitingList, FREED, LATER, visit } from '../../support/waiting-list.ts'

test('a freed hour is kept two hours for the first in line, who is mailed, and is in no list of free hours', async () => {
  const { practice, run, free, look, slots, first, second } = await createWaitingList()
  await free()

  await run()
  await run()

  expect((await look(first)).offer).toEqual({
    startsAt: FREED,
    durationMinutes: 30,
    until: new Date(practice.now().getTime() + 7_200_000).toISOString(),
    earlyStartUntil: null,
  })
  expect((await look(second)).offer).toBeNull()
  expect(await slots()).not.toContain(FREED)
  const mails = await createOutboxReader(practice).post()
  expect(mails.filter(({ subject }) => subject === 'Ha quedado libre un hueco antes')).toMatchObject([
    { to: [{ address: first.email }], text: expect.not.stringContaining('Pagada') },
  ])
})

test('“Me la quedo” moves the consultation, once and repeated, and its old hour goes to the next in line', async () => {
  const { run, free, answer, startOf, look, slots, first, second } = await createWaitingList()
  await free()
  await run()

  const answers = await Promise.all([answer('takeFreedHour', first), answer('takeFreedHour', first)])
  const repeated = await answer('takeFreedHour', first)
  await run()

  expect(answers.map(({ status }) => status)).toContain(200)
  expect(repeated).toMatchObject({ status: 200, body: { startsAt: FREED } })
  expect(await startOf(first)).toEqual([FREED])
  expect(await look(first)).toMatchObject({ waiting: false, offer: null })
  expect((await look(second)).offer?.startsAt).toBe(LATER[0])
  expect(await slots()).not.toContain(FREED)
})

test('declined or unanswered for two hours, it goes to the next; nobody gets it twice, and then it is free', async () => {
  const { practice, run, free, answer, look, slots, first, second, third } = await createWaitingList()
  await free()
  await run()

  await answer('declineFreedHour', first)
  const asked = [await look(first), await look(second)].map(({ offer }) => offer?.startsAt)
  practice.clock.advance({ hours: 2 })
  const late = await answer('takeFreedHour', second)
  await run()
  const then = [await look(first), await look(second), await look(third)].map(({ offer }) => offer?.startsAt)
  practice.clock.advance({ hours: 2 })
  await run()

  expect(asked).toEqual([undefined, FREED])
  expect(late).toMatchObject({ status: 409, body: { code: 'hold-expired' } })
  expect(then).toEqual([undefined, undefined, FREED])
  expect((await look(third)).offer).toBeNull()
  expect(await slots()).toContain(FREED)
  expect((await practice.data.slotHolds.scan.go()).data).toEqual([])
})

test('while it is offered nobody else can have it, and whoever was not offered it cannot take it', async () => {
  const { run, free, answer, ask, asBoss, startOf, leaver, first, second } = await createWaitingList()
  await free()
  await run()

  const booked = await ask(consultations.book, {
    as: asBoss(),
    body: { ...visit(FREED), customerId: leaver.customerId },
  })
  const other = await answer('takeFreedHour', second)
  await answer('takeFreedHour', first)

  expect([booked.body.code, other.body.code]).toEqual(['slot-taken', 'hold-expired'])
  expect(await startOf(second)).toEqual([LATER[1]])
})

test('a run that ends between the end of an offer and the next one leaves the hour to the next run', async () => {
  const { practice, run, free, look, first, second } = await createWaitingList()
  await free()
  await run()
  practice.clock.advance({ hours: 2 })
  const { data } = practice
  const broken = serveSchedule(() => ({
    ...practice,
    data: {
      ...data,
      customers: {
        ...data.customers,
        get: () => {
          throw new Error('cut')
        },
      },
    } as unknown as typeof data,
  }))

  await expect(broken()).rejects.toThrow('freed hours failed')
  const between = await look(second)
  await run()

  expect(between.offer).toBeNull()
  expect([await look(first), await look(second)].map(({ offer }) => offer?.startsAt)).toEqual([undefined, FREED])
})

test('A-20 a minor without a guardian’s consent is not moved to a freed hour, in the panel or by the link, and keeps the own one', async () => {
  const { practice, ask, run, free, answer, startOf, first } = await createWaitingList()
  await free()
  await run()
  const user = practice.data.users.patch({ userId: first.userId })
  await user.set({ birthDate: '2009-06-01' }).go()
  const token = await createOutboxReader(practice).tokenFor(first.email)

  const refused = [
    await answer('takeFreedHour', first),
    await ask(consultations.takeLinkedFreedHour, { body: { token } }),
  ]
  const kept = await startOf(first)
  await practice.data.users.patch({ userId: first.userId }).set({ guardianConsentAt: '2026-11-01T08:00:00.000Z' }).go()
  const taken = await answer('takeFreedHour', first)

  expect(refused.map(({ body }) => body.code)).toEqual(['guardian-consent-required', 'guardian-consent-required'])
  expect(kept).toEqual([LATER[0]])
  expect(taken).toMatchObject({ status: 200, body: { startsAt: FREED } })
})

test('who leaves the list or is erased gives up the offered hour, and who comes back is the last', async () => {
  const { practice, run, free, wait, look, first, second, third } = await createWaitingList()
  await free()
  await run()

  await wait(first, false)
  const afterLeaving = await look(second)
  await practice.data.waitingListEntries.delete({ customerId: second.customerId }).go()
  practice.clock.advance({ hours: 3 })
  await run()

  expect(afterLeaving.offer?.startsAt).toBe(FREED)
  expect(await look(first)).toMatchObject({ waiting: false, canWait: true })
  expect((await look(third)).offer?.startsAt).toBe(FREED)
})

test('an hour that is too near is not offered, and none is offered at night', async () => {
  const [near, night] = [await createWaitingList(), await createWaitingList()]
  near.practice.clock.set('2026-11-30T10:00:00.000Z')
  night.practice.clock.set('2026-11-24T21:00:00.000Z')
  await Promise.all([near.free(), night.free()])

  await Promise.all([near.run(), night.run()])
  const asleep = await night.look(night.first)
  night.practice.clock.set('2026-11-25T07:00:00.000Z')
  await night.run()

  expect((await near.look(near.first)).offer).toBeNull()
  expect((await near.practice.data.freedHours.scan.go()).data).toEqual([])
  expect(asleep.offer).toBeNull()
  expect((await night.look(night.first)).offer?.startsAt).toBe(FREED)
})

test('an hour that begins within the two hours is kept until it begins, and taken by nobody afterwards', async () => {
  const { practice, free, look, answer, startOf, first } = await createWaitingList()
  await storeOpeningHours(practice.data, { noticeHours: 0 })
  practice.clock.set('2026-12-01T07:30:00.000Z')
  await free()
  const offered = await look(first)
  practice.clock.set('2026-12-01T09:15:00.000Z')

  const late = await answer('takeFreedHour', first)

  expect(offered.offer).toMatchObject({ startsAt: FREED, until: FREED })
  expect(late).toMatchObject({ status: 409, body: { code: 'hold-expired' } })
  expect(await startOf(first)).toEqual([LATER[0]])
})

test('a paid order without an hour is booked at the offered one; who has nothing to bring forward cannot wait', async () => {
  const { practice, run, wait, answer, startOf, free, first, second, third } = await createWaitingList()
  const [buyer, nobody] = [await createCliente(practice), await createCliente(practice)]
  await recordPaidOrder(buyer, practice)
  const { customerId } = buyer
  const paidAt = practice.now().toISOString()
  await practice.data.ordersToSchedule.put({ customerId, orderId: 'ord_1', concept: 'Primera consulta', paidAt }).go()
  for (const each of [first, second, third]) await wait(each, false)

  const refused = await wait(nobody)
  await wait(buyer)
  await free()
  await run()
  const taken = await answer('takeFreedHour', buyer)

  expect(refused.body.code).toBe('consultation-closed')
  expect(taken.status).toBe(200)
  expect(await startOf(buyer)).toEqual([FREED])
  expect((await practice.data.ordersToSchedule.scan.go()).data).toEqual([])
})

describe('an earlier hour beside the client’s own, which is given up for it, is offered:', () => {
  const OWN = '2026-12-01T09:30:00.000Z'
  const FAR = '2026-12-15T09:00:00.000Z'

  async function waitBeside(durationMinutes: number) {
    const list = await createWaitingList()
    const { practice, ask, asBoss, wait, first, second, third, free, run } = list
    for (const each of [first, second, third]) await wait(each, false)
    const own = await createCliente(practice)
    const body = { startsAt: OWN, durationMinutes, type: 'seguimiento', customerId: own.customerId } as const
    await ask(consultations.book, { as: asBoss(), body })
    await wait(own)
    await free()
    await run()
    const heldBy = async () =>
      (await practice.data.agendaSteps.scan.go({ pages: 'all' })).data
        .filter(({ beginsAt, holders }) => beginsAt.startsWith('2026-12-01') && holders)
        .map(({ beginsAt }) => beginsAt.slice(11, 16))
        .toSorted()
    return { ...list, own, heldBy }
  }

  test.each([
    ['it touches it', 30, ['09:00', '09:15']],
    ['it reaches into it', 60, ['09:00', '09:15', '09:30', '09:45']],
  ])('%s, and is taken', async (_, minutes, steps) => {
    const { look, answer, startOf, own, heldBy } = await waitBeside(minutes)
    expect((await look(own)).offer).toMatchObject({ startsAt: FREED, durationMinutes: minutes })

    const { status } = await answer('takeFreedHour', own)

    expect(status).toBe(200)
    expect(await startOf(own)).toEqual([FREED])
    expect(await heldBy()).toEqual(steps)
  })

  test('declined, it leaves nothing, and the own hour stays whole', async () => {
    const { answer, startOf, own, heldBy } = await waitBeside(60)

    await answer('declineFreedHour', own)

    expect(await startOf(own)).toEqual([OWN])
    expect(await heldBy()).toEqual(['09:30', '09:45', '10:00', '10:15'])
  })

  test('the practice has moved the own hour away meanwhile, and somebody has it: the offer is told to be over', async () => {
    const { practice, ask, asBoss, answer, startOf, book, own } = await waitBeside(60)
    const [mine] = (await practice.data.consultations.query.byCustomer({ customerId: own.customerId }).go()).data
    if (!mine) throw new Error('no consultation')
    const { consultationId, customerId, version } = mine
    const moved = await ask(consultations.edit, {
      as: asBoss(),
      params: { customerId, consultationId },
      body: { startsAt: FAR, durationMinutes: 60, type: 'seguimiento', version },
    })
    await book((await createCliente(practice)).customerId, OWN)

    const { status, body: refusal } = await answer('takeFreedHour', own)

    expect(moved.status).toBe(200)
    expect({ status, code: refusal.code }).toEqual({ status: 409, code: 'slot-taken' })
    expect(await startOf(own)).toEqual([FAR])
  })
})

test('the list of the practice names nobody whose hour is past', async () => {
  const { practice, boss, ask, second, third } = await createWaitingList()
  practice.clock.set('2026-12-10T10:00:00.000Z')

  const { body } = await ask(consultations.listWaitingClients, { as: createPasswordSessionClaims(boss, practice) })

  expect(body.items.map(({ customerId }) => customerId)).toEqual([second.customerId, third.customerId])
})

test('the practice sees who waits, since when and what is offered; each step is in the audit log', async () => {
  const { practice, ask, asBoss, run, free, answer, first, second, third } = await createWaitingList()
  await free()
  await run()

  const { body } = await ask(consultations.listWaitingClients, { as: asBoss() })
  await answer('declineFreedHour', first)
  await answer('takeFreedHour', second)

  expect(body.items.map(({ customerId, offeredStart }) => [customerId, offeredStart])).toEqual([
    [first.customerId, FREED],
    [second.customerId, null],
    [third.customerId, null],
  ])
  const actions = (await listAuditChanges(practice)).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('FREED_HOUR')).toSorted()).toEqual([
    'FREED_HOUR_DECLINED',
    'FREED_HOUR_OFFERED',
    'FREED_HOUR_OFFERED',
    // The hour left by the moved consultation is offered to the third.
    'FREED_HOUR_OFFERED',
    'FREED_HOUR_TAKEN',
  ])
})

const holdAsStranger = ({ practice }: Awaited<ReturnType<typeof createWaitingList>>) =>
  createEndpointCaller(servePayments(() => practice))(payments.holdSlot, {
    body: { product: 'primera-consulta', startsAt: FREED, ticket: randomBytes(32).toString('base64url') },
    headers: { 'x-forwarded-for': '88.1.2.3, 130.176.1.1' },
  })

test('a stranger who comes in the moment after an hour was freed finds it kept for the first in line', async () => {
  const list = await createWaitingList()

  await list.free()
  const answer = await holdAsStranger(list)

  expect(answer).toMatchObject({ status: 409, body: { code: 'slot-taken' } })
  expect((await list.look(list.first)).offer?.startsAt).toBe(FREED)
})

test('freed at night it is kept until eight, when the first in line is asked, and is anybody’s where nobody waits any more', async () => {
  const [list, empty] = [await createWaitingList(), await createWaitingList()]
  for (const each of [list, empty]) {
    each.practice.clock.set('2026-11-24T21:00:00.000Z')
    await each.free()
    await each.run()
  }

  const atNight = await holdAsStranger(list)
  const mails = await createOutboxReader(list.practice).post()
  for (const each of [empty.first, empty.second, empty.third]) await empty.wait(each, false)
  for (const each of [list, empty]) {
    each.practice.clock.set('2026-11-25T07:00:00.000Z')
    await each.run()
  }

  expect(atNight).toMatchObject({ status: 409, body: { code: 'slot-taken' } })
  expect(mails.map(({ subject }) => subject)).not.toContain('Ha quedado libre un hueco antes')
  expect((await list.look(list.first)).offer?.startsAt).toBe(FREED)
  expect(await holdAsStranger(list)).toMatchObject({ status: 409 })
  expect(await holdAsStranger(empty)).toMatchObject({ status: 200 })
})

test('kept at night it is free half an hour after eight, should the schedule stand still', async () => {
  const list = await createWaitingList()
  list.practice.clock.set('2026-11-24T21:00:00.000Z')
  await list.free()

  list.practice.clock.set('2026-11-25T07:31:00.000Z')

  expect(await holdAsStranger(list)).toMatchObject({ status: 200 })
})

test('where nobody waits a freed hour is at once whoever’s comes first, by day and by night', async () => {
  for (const now of ['2026-11-24T10:00:00.000Z', '2026-11-24T22:00:00.000Z']) {
    const list = await createWaitingList()
    for (const each of [list.first, list.second, list.third]) await list.wait(each, false)
    list.practice.clock.set(now)

    await list.free()

    expect(await holdAsStranger(list), now).toMatchObject({ status: 200 })
  }
})

async function readLink({ practice, ask, free, run, first }: Awaited<ReturnType<typeof createWaitingList>>) {
  await free()
  await run()
  const token = await createOutboxReader(practice).tokenFor(first.email)
  const body = { token }
  return {
    token,
    read: async () => (await ask(consultations.readFreedHour, { body })).body,
    take: async () => (await ask(consultations.takeLinkedFreedHour, { body })).body,
    decline: async () => (await ask(consultations.declineLinkedFreedHour, { body })).body,
  }
}

test('the mail of a freed hour leads to a page that books nothing by being opened, and moves the consultation with one press', async () => {
  const list = await createWaitingList()
  const { practice, startOf, first, second, look } = list
  const { token, read, take } = await readLink(list)
  expect(token).toHaveLength(43)

  const opened = [await read(), await read()]
  expect(opened).toEqual([opened[1], { ...opened[0], state: 'open', startsAt: FREED, durationMinutes: 30 }])
  expect(await startOf(first)).toEqual([LATER[0]])

  const taken = [await take(), await take(), await read()]

  const own = { state: 'taken', startsAt: FREED, durationMinutes: 30, until: null, earlyStartUntil: null }
  expect(taken).toEqual([own, own, own])
  expect(await startOf(first)).toEqual([FREED])
  expect((await look(second)).offer?.startsAt).toBe(LATER[0])
  expect((await listAuditChanges(practice)).filter(({ action }) => action === 'FREED_HOUR_TAKEN')).toMatchObject([
    { userId: 'visitor', subjectId: first.customerId },
  ])
})

test('the link declines too: the next in line is offered the hour, and the link takes it no more', async () => {
  const list = await createWaitingList()
  const { startOf, first, second, look } = list
  const { decline, read, take } = await readLink(list)

  const declined = [await decline(), await decline(), await read()]

  expect(declined.map(({ state }) => state)).toEqual(['gone', 'gone', 'gone'])
  expect((await take()).code).toBe('hold-expired')
  expect((await look(second)).offer).toMatchObject({ startsAt: FREED })
  expect(await startOf(first)).toEqual([LATER[0]])
})

test('the link of an offer ends with its two hours', async () => {
  const list = await createWaitingList()
  const { read, take } = await readLink(list)

  list.practice.clock.advance({ hours: 2 })

  expect((await read()).state).toBe('gone')
  expect((await take()).code).toBe('hold-expired')
})
