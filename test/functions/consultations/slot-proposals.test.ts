import { expect, test } from 'vitest'
import { toPracticeDay } from '#contract/calendar-days'
import { getPartOfDay } from '#contract/choose-slot-proposals'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours } from '#contract/opening-hours'
import { bothConsents } from '../../support/early-start.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import {
  BUYER,
  createProposalSetup,
  listConsultations,
  payAndOpenMail,
  payWithAccount,
  type ProposalSetup,
} from '../../support/proposal-setup.ts'

const closeFor = ({ practice }: ProposalSetup, from: string, to: string) =>
  practice.data.openingHours
    .put({
      of: 'practice',
      hours: { ...defaultOpeningHours, closures: [{ from, to, reason: 'Vacaciones' }] },
      version: 1,
      changedAt: practice.now().toISOString(),
      changedBy: 'usr_1',
    })
    .go()

test('A-70 whoever pays without an hour is mailed three, in the receipt, on three days and at three times of the day', async () => {
  const setup = await createProposalSetup()

  const { token } = await payAndOpenMail(setup)

  const mails = await setup.mailbox.post()
  expect(mails.map(({ subject }) => subject)).toEqual(['Hemos recibido tu pago: crea tu cuenta'])
  const links = [...(mails[0]?.text ?? '').matchAll(/elegir-hora#token=[\w-]+&hora=(\S+)/g)].map(([, hour = '']) =>
    decodeURIComponent(hour),
  )
  expect(new Set(links.map(toPracticeDay)).size).toBe(3)
  expect(new Set(links.map(getPartOfDay)).size).toBe(3)
  expect(mails[0]?.text).not.toContain('te escribiremos')
  const { body } = await setup.read(token)
  expect(body).toEqual({
    orderId: expect.any(String) as string,
    state: 'open',
    concept: 'Primera consulta',
    durationMinutes: 30,
    round: 1,
    slots: links,
    earlier: [],
    scheduledAt: null,
    // Paid on 21 November in Madrid.
    earlyStartUntil: '2026-12-05T23:00:00.000Z',
    withdrawalUntil: '2026-12-05T23:00:00.000Z',
    rules: [
      'Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes. Si la cancelas a tiempo, eliges entre otra hora, guardar tu pago, que no caduca, o la devolución de 80,00 €. Después, escríbenos.',
      'Hasta el sábado 5 de diciembre a las 23:59 puedes desistir de la compra y te devolvemos todo, aunque falten menos de 24 horas, mientras la consulta no se haya celebrado.',
      'Si no te presentas y ese plazo ha pasado, el pago se pierde.',
    ],
    asked: null,
  })
})

test('reading the link books nothing, and the practice sees that the hours were seen', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const [before] = await setup.listWaiting()

  await setup.read(token)

  const [after] = await setup.listWaiting()
  expect([before?.proposals?.seenAt, after?.proposals?.seenAt]).toEqual([null, setup.practice.now().toISOString()])
  expect(await listConsultations(setup)).toEqual([])
})

test('a chosen hour is a confirmed consultation: the order waits no more, the client is mailed, and it is on record', async () => {
  const setup = await createProposalSetup()
  const { token, orderId } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)
  const startsAt = shown.slots[1] ?? ''

  const { status, body } = await setup.choose(token, startsAt)

  expect([status, body.state, body.scheduledAt]).toEqual([200, 'scheduled', startsAt])
  expect(await listConsultations(setup)).toMatchObject([
    { startsAt, orderId, status: 'scheduled', toConfirm: false, type: 'primera_consulta', priceCents: 8000 },
  ])
  expect(await setup.listWaiting()).toEqual([])
  const mails = await setup.mailbox.post()
  expect(mails.slice(1).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [BUYER, expect.stringMatching(/^Tu cita: /) as string],
  ])
  expect((await listAuditChanges(setup.practice)).at(-1)).toMatchObject({
    action: 'SLOT_PROPOSAL_CHOSEN',
    userId: 'visitor',
    details: { startsAt, orderId },
  })
})

async function chooseWith(consents: object | undefined) {
  const setup = await createProposalSetup()
  const { token, orderId } = await payAndOpenMail(setup)
  const { body } = await setup.read(token)
  const answer = await setup.choose(token, body.slots[0] ?? '', { consents })
  const { data: order } = await setup.practice.data.orders.get({ orderId }).go()
  const { code } = answer.body as { code?: string }
  return { answer: code ?? answer.status, stored: [order?.expressRequestAt, order?.acknowledgementAt] }
}

test('A-71 an early hour is chosen with both statements, which are stored with it; with less it is refused and nothing is stored', async () => {
  const at = '2026-11-21T09:00:00.000Z'
  const refused = { answer: 'early-start-required', stored: [undefined, undefined] }

  expect(await chooseWith(bothConsents)).toEqual({ answer: 200, stored: [at, at] })
  expect(await chooseWith({ ...bothConsents, acknowledgement: false })).toEqual(refused)
  expect(await chooseWith({ ...bothConsents, expressRequest: false })).toEqual(refused)
  expect(await chooseWith(undefined)).toEqual(refused)
})

test('A-71 whoever has given both statements is not asked for them again when another hour is chosen', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)
  await setup.choose(token, shown.slots[0] ?? '')
  await setup.cancel()

  const { body: again } = await setup.read(token)
  const { body } = await setup.choose(token, again.slots[0] ?? '', { consents: undefined })

  expect([again.state, again.earlyStartUntil, body.state]).toEqual(['open', null, 'scheduled'])
})

test('A-71 a page that was open before the deployment, and asks up to `withdrawalUntil`, does not ask again either', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)
  const { body: chosen } = await setup.choose(token, shown.slots[0] ?? '')
  await setup.cancel()

  const { body: again } = await setup.read(token)

  expect(shown.withdrawalUntil).toBe(shown.earlyStartUntil)
  expect([chosen.withdrawalUntil, again.withdrawalUntil]).toEqual(Array(2).fill(setup.practice.now().toISOString()))
})

test('the same choice again, and another after it, are answered with the hour that is booked', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)
  const [first = '', other = ''] = shown.slots

  const answers = [await setup.choose(token, first), await setup.choose(token, first), await setup.choose(token, other)]

  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]?.body.scheduledAt).toBe(first)
  expect(await listConsultations(setup)).toHaveLength(1)
})

test('of many presses at once one is booked, and all are told so', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, press) => setup.choose(token, shown.slots[press % 3] ?? '')),
  )

  const stored = await listConsultations(setup)
  expect(stored).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.scheduledAt))).toEqual(new Set([stored[0]?.startsAt]))
})

test('two people are never in one hour: the second is told, and shown others on the same page', async () => {
  const setup = await createProposalSetup()
  const one = await payAndOpenMail(setup)
  const other = await payAndOpenMail(setup, 'berta@correo.test')
  const { body: shown } = await setup.read(one.token)
  const [wanted = ''] = shown.slots

  const answers = await Promise.all([setup.choose(one.token, wanted), setup.choose(other.token, wanted)])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers.map(({ body }) => body.code)).toContain('slot-taken')
  expect(await listConsultations(setup)).toHaveLength(1)
  const loser = answers[0]?.status === 409 ? one : other
  const { body: next } = await setup.read(loser.token, { startsAt: wanted })
  expect([next.state, next.asked, next.slots.length, next.slots.includes(wanted)]).toEqual(['open', 'taken', 3, false])
})

test('‘Ninguna me viene bien’ shows three others on other days; repeated it shows the same ones', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: first } = await setup.read(token)

  const { body: second } = await setup.refuse(token, 1)

  expect([second.state, second.round, second.slots.length]).toEqual(['open', 2, 3])
  const days = first.slots.map(toPracticeDay)
  expect(second.slots.map(toPracticeDay).filter((day) => days.includes(day))).toEqual([])
  expect((await setup.refuse(token, 1)).body).toEqual(second)
})

test('after the second refusal the practice is told once; an hour of the first mail can still be chosen', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const { body: first } = await setup.read(token)
  await setup.refuse(token, 1)

  const { body } = await setup.refuse(token, 2)
  await setup.refuse(token, 2)

  expect([body.state, body.slots]).toEqual(['with-practice', []])
  expect((await setup.listWaiting())[0]?.proposals).toMatchObject({ state: 'refused', round: 2 })
  const mails = await setup.mailbox.post()
  expect(mails.slice(1).map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ['consulta@habitat.test', 'A un cliente no le viene bien ninguna hora'],
  ])
  expect((await setup.choose(token, first.slots[0] ?? '')).body.state).toBe('scheduled')
})

test('A-70 who has refused sees again those of the refused hours that are still free', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const other = await payAndOpenMail(setup, 'berta@correo.test')
  const { body: first } = await setup.read(token)
  const { body: second } = await setup.refuse(token, 1)
  const [gone, ...left] = first.slots
  await setup.choose(other.token, gone ?? '')

  const { body } = await setup.refuse(token, 2)

  expect([first.earlier, second.earlier]).toEqual([[], first.slots])
  expect(body.earlier).toEqual([...left, ...second.slots].toSorted())
})

test('when nothing is free the client is told what happens now, and the practice is', async () => {
  const setup = await createProposalSetup()
  await closeFor(setup, '2026-11-21', '2027-02-28')

  await setup.pay()

  const mails = await setup.mailbox.post()
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(['Hemos recibido tu pago: crea tu cuenta', 'Un cliente ha pagado y no hay horas libres']),
  )
  expect(mails.find(({ to }) => to?.[0]?.address === BUYER)?.text).toContain('te escribiremos para acordar')
  expect((await setup.listWaiting())[0]?.proposals).toMatchObject({ state: 'none-free', slots: [] })
})

test('an hour outside the opening hours, too soon or no hour at all is not booked', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)

  const answers = [
    await setup.choose(token, '2026-12-25T03:00:00.000Z'),
    await setup.choose(token, '2026-11-21T10:00:00.000Z'),
    await setup.choose(token, '2026-12-01T09:07:00.000Z'),
  ]

  expect(answers.map(({ body }) => body.code)).toEqual(['slot-taken', 'slot-taken', 'slot-taken'])
  expect(await listConsultations(setup)).toEqual([])
})

test('a link that is unknown or has expired opens nothing', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  setup.practice.clock.advance({ days: 31 })

  const answers = [await setup.read(token), await setup.choose('x'.repeat(43), '2026-12-01T09:00:00.000Z')]

  expect(answers.map(({ body }) => body.code)).toEqual(['link-invalid', 'link-invalid'])
})

test('after a refund there is nothing to choose', async () => {
  const setup = await createProposalSetup()
  const { token, orderId } = await payAndOpenMail(setup)
  const { data: order } = await setup.practice.data.orders.get({ orderId }).go()
  await setup.practice.data.ordersToSchedule.delete({ customerId: order?.customerId ?? '', orderId }).go()

  const { body } = await setup.choose(token, '2026-12-01T09:00:00.000Z')

  expect([body.state, body.scheduledAt]).toEqual(['closed', null])
  expect(await listConsultations(setup)).toEqual([])
})

test('the practice sends three others with one press; the repeated press sends nothing more', async () => {
  const setup = await createProposalSetup()
  const { orderId } = await payAndOpenMail(setup)
  const [waiting] = await setup.listWaiting()
  const before = waiting?.proposals
  setup.practice.clock.advance({ hours: 1 })

  const { body } = await setup.send(orderId, { after: before?.sentAt })
  const again = await setup.send(orderId, { after: before?.sentAt })

  expect(body).toMatchObject({ state: 'sent', round: 1, sentAt: setup.practice.now().toISOString(), seenAt: null })
  expect(body.slots.filter((slot) => before?.slots.includes(slot))).toEqual([])
  expect(again.body).toEqual(body)
  const mails = await setup.mailbox.post()
  expect(mails.slice(1).map(({ subject }) => subject)).toEqual(['Elige la hora de tu consulta'])
  expect((await setup.read(await setup.mailbox.tokenFor(BUYER))).body.slots).toEqual(body.slots)
})

test('A-70 a press of the practice from before the client refused mails nothing and is refused; after a look it sends', async () => {
  const setup = await createProposalSetup()
  const { token, orderId } = await payAndOpenMail(setup)
  const [before] = await setup.listWaiting()
  const mailsBefore = (await setup.mailbox.post()).length
  setup.practice.clock.advance({ minutes: 5 })
  await setup.refuse(token, 1)

  const stale = await setup.send(orderId, { after: before?.proposals?.sentAt })
  const mailsAfterStale = (await setup.mailbox.post()).length
  const [now] = await setup.listWaiting()
  const { body } = await setup.send(orderId, { after: now?.proposals?.sentAt })

  expect([stale.status, stale.body]).toEqual([409, { code: 'changed-meanwhile' }])
  expect(mailsAfterStale).toBe(mailsBefore)
  expect(body).toMatchObject({ state: 'sent', round: 1 })
})

test('A-70 of two who propose different hours at once one is told that the other was first', async () => {
  const setup = await createProposalSetup()
  const { orderId } = await payAndOpenMail(setup)
  const [before] = await setup.listWaiting()
  const after = before?.proposals?.sentAt
  setup.practice.clock.advance({ minutes: 5 })
  const mine = { after, slots: ['2026-12-02T09:00:00.000Z', '2026-12-01T09:00:00.000Z'] }

  await setup.send(orderId, mine)
  const repeated = await setup.send(orderId, mine)
  const other = await setup.send(orderId, { after, slots: ['2026-12-03T09:00:00.000Z'] })

  expect([repeated.status, repeated.body.slots]).toEqual([200, mine.slots.toSorted()])
  expect([other.status, other.body]).toEqual([409, { code: 'changed-meanwhile' }])
})

test('A-70 of who chose an hour that was cancelled the practice sees so, and sends others with one press', async () => {
  const setup = await createProposalSetup()
  const { token, orderId } = await payAndOpenMail(setup)
  const { body: shown } = await setup.read(token)
  await setup.choose(token, shown.slots[1] ?? '')
  await setup.cancel()
  const [waiting] = await setup.listWaiting()
  const mailsBefore = (await setup.mailbox.post()).length

  const { body } = await setup.send(orderId, { after: waiting?.proposals?.sentAt ?? null })

  expect(waiting?.proposals).toMatchObject({ state: 'chosen', slots: shown.slots })
  expect(body.state).toBe('sent')
  expect((await setup.mailbox.post()).slice(mailsBefore).map(({ subject }) => subject)).toContain(
    'Elige la hora de tu consulta',
  )
})

test('the practice picks the hours by hand; one that is not free is refused', async () => {
  const setup = await createProposalSetup()
  const { orderId } = await payAndOpenMail(setup)
  const [waiting] = await setup.listWaiting()
  const after = waiting?.proposals?.sentAt

  const taken = await setup.send(orderId, { after, slots: ['2026-12-25T03:00:00.000Z'] })
  const { body } = await setup.send(orderId, {
    after,
    slots: ['2026-12-02T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
  })

  expect(taken.body.code).toBe('slot-taken')
  expect(body.slots).toEqual(['2026-12-01T09:00:00.000Z', '2026-12-02T09:00:00.000Z'])
})

test('A-70 the practice sees that a client has read the hours in the panel, once and at the first time', async () => {
  const setup = await createProposalSetup()
  const { shop, ask, practice } = setup
  await payWithAccount(shop)
  const read = () => ask(consultations.readOwnSlotProposals, { as: shop.session })
  const readSeen = async () => (await setup.listWaiting())[0]?.proposals?.seenAt
  expect(await readSeen()).toBeNull()
  const at = practice.now().toISOString()

  await read()
  practice.clock.advance({ minutes: 5 })
  await read()

  expect(await readSeen()).toBe(at)
})

test('a client finds the hours in the panel and chooses there; nobody else chooses for them', async () => {
  const setup = await createProposalSetup()
  const { shop, ask, practice } = setup
  const orderId = await payWithAccount(shop)
  const { body } = await ask(consultations.readOwnSlotProposals, { as: shop.session })
  const startsAt = body.proposals?.slots[0] ?? ''
  const stranger = createPasswordSessionClaims(await createCliente(practice), practice)

  const refused = await ask(consultations.chooseOwnSlotProposal, {
    as: stranger,
    params: { orderId },
    body: { startsAt },
  })
  const more = await ask(consultations.refuseOwnSlotProposals, {
    as: shop.session,
    params: { orderId },
    body: { round: 1 },
  })
  const chosen = await ask(consultations.chooseOwnSlotProposal, {
    as: shop.session,
    params: { orderId },
    body: { startsAt: more.body.slots[0] ?? '', consents: bothConsents },
  })

  expect(refused.body.code).toBe('not-found')
  expect(chosen.body).toMatchObject({ state: 'scheduled', scheduledAt: more.body.slots[0] })
  expect((await ask(consultations.readOwnSlotProposals, { as: shop.session })).body.proposals).toBeNull()
})

test.each([
  ['2009-06-01', undefined, 'guardian-consent-required'],
  ['2009-06-01', '2026-11-01T08:00:00.000Z', undefined],
  [undefined, undefined, undefined],
])(
  'A-20 A-70 of a client born %s, guardian’s consent %s, the answer to a choice is %s',
  async (birthDate, consent, code) => {
    const { shop, ask, practice } = await createProposalSetup()
    const orderId = await payWithAccount(shop)
    const { body } = await ask(consultations.readOwnSlotProposals, { as: shop.session })
    const user = practice.data.users.patch({ userId: shop.buyer.userId })
    await (
      birthDate ? user.set({ birthDate, ...(consent && { guardianConsentAt: consent }) }) : user.remove(['birthDate'])
    ).go()

    const answer = await ask(consultations.chooseOwnSlotProposal, {
      as: shop.session,
      params: { orderId },
      body: { startsAt: body.proposals?.slots[0] ?? '', consents: bothConsents },
    })

    expect(answer.body.code).toBe(code)
    expect(await listConsultations({ practice })).toHaveLength(code ? 0 : 1)
  },
)

test('A-20 A-70 the mailed link gives a minor without a guardian’s consent no hour either', async () => {
  const setup = await createProposalSetup()
  const { practice } = setup
  const { token } = await payAndOpenMail(setup)
  const account = await createCliente(practice, { birthDate: '2009-06-01' })
  const [order] = (await practice.data.ordersToSchedule.scan.go()).data
  await practice.data.customers
    .patch({ customerId: order?.customerId ?? '' })
    .set({ userId: account.userId })
    .go()
  const { body: shown } = await setup.read(token)

  const refused = await setup.choose(token, shown.slots[0] ?? '')
  await practice.data.users
    .patch({ userId: account.userId })
    .set({ guardianConsentAt: practice.now().toISOString() })
    .go()
  const { body } = await setup.choose(token, shown.slots[0] ?? '')

  expect(refused).toMatchObject({ status: 409, body: { code: 'guardian-consent-required' } })
  expect(body.state).toBe('scheduled')
})

test('A-70 an hour on the last day that there is a word for is not free, and is no fault', async () => {
  const setup = await createProposalSetup()
  const { token } = await payAndOpenMail(setup)
  const last = '9999-12-31T23:30:00.000Z'

  const chosen = await setup.choose(token, last)
  const shown = await setup.read(token, { startsAt: last })

  expect([chosen.body.code, shown.body.asked]).toEqual(['slot-taken', 'taken'])
})
