import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const refused = (code: string, status = 409) => ({ status, body: { code } })
const slot = { startsAt: '2026-12-21T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento' } as const

async function aBookedConsultation(priceCents: number | null = null) {
  const practice = await createTestPractice()
  const [boss, client, stranger] = [
    await createAdministrador(practice),
    await createCliente(practice),
    await createCliente(practice),
  ]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const own = createPasswordSessionClaims(client, practice)
  const { customerId } = client
  const { body } = await ask(consultations.book, { as, body: { ...slot, priceCents, customerId } })
  const { consultationId } = body
  const params = { customerId, consultationId }
  const read = async () => (await ask(consultations.read, { as, params })).body
  return {
    practice,
    ask,
    read,
    own,
    consultationId,
    booked: body,
    asStranger: createPasswordSessionClaims(stranger, practice),
    price: async (cents: number | null, more: object = {}, of = consultationId) =>
      ask(consultations.edit, {
        as,
        params: { customerId, consultationId: of },
        body: { ...slot, priceCents: cents, version: (await read()).version, ...more },
      }),
    answer: (cents: number, given: 'accept' | 'decline' = 'accept', session = own) =>
      ask(consultations.answerPrice, {
        as: session,
        params: { consultationId },
        body: { priceCents: cents, answer: given },
      }),
    cancel: async () =>
      ask(consultations.cancel, {
        as: own,
        params: { consultationId },
        query: { version: (await read()).version },
      }),
    post: () => {
      practice.clock.advance({ minutes: 10 })
      return createOutboxReader(practice).post()
    },
    answers: async () =>
      (await listAuditChanges(practice)).filter(({ action }) => action === 'CONSULTATION_PRICE_ANSWERED'),
  }
}

test('A-71 a price that the practice sets later is told by mail, and is owed only after the yes', async () => {
  const { price, answer, read, post, answers } = await aBookedConsultation()
  await post()

  await price(6000)
  const proposed = await read()
  const mails = await post()
  const accepted = await answer(6000)

  expect(mails.at(-1)?.text).not.toMatch(/pendiente de pago/i)
  expect(proposed).toMatchObject({ priceCents: null, proposedPriceCents: 6000, priceDeclinedAt: null })
  expect(mails.map(({ subject }) => subject)).toContain('El precio de tu cita con Hábitat Interior')
  expect(mails.at(-1)?.text).toContain('/client?tab=consultations')
  expect(accepted.body).toMatchObject({ priceCents: 6000, proposedPriceCents: null })
  expect(await answers()).toMatchObject([{ details: { answer: 'accept', amountCents: 6000 } }])
  expect(await post()).toEqual([])
})

test('A-71 once the hour is over, what it still has to be answered or paid is told beside the next one', async () => {
  const { practice, ask, own, price, answer, read } = await aBookedConsultation()
  const pastToPay = async () => (await ask(consultations.nextOfMine, { as: own })).body.pastToPay
  await price(6000)
  expect(await pastToPay()).toBeNull()
  const { consultationId, customerId } = await read()
  const startsAt = '2026-11-20T10:00:00.000Z'
  const close = (status: 'cancelled' | 'completed') =>
    practice.data.consultations.patch({ customerId, consultationId }).set({ status, startsAt }).go()
  await close('completed')

  const asked = await pastToPay()
  await answer(6000)
  const owed = await pastToPay()
  await close('cancelled')

  expect(asked).toMatchObject({ consultationId, status: 'completed', proposedPriceCents: 6000 })
  expect(owed).toMatchObject({ consultationId, priceCents: 6000, proposedPriceCents: null })
  expect(await pastToPay()).toBeNull()
})

test('A-71 a price with which the practice books is asked for in the mail about the appointment', async () => {
  const { booked, post } = await aBookedConsultation(6000)

  const [mail] = await post()

  expect(booked).toMatchObject({ priceCents: null, proposedPriceCents: 6000 })
  expect(mail?.text).toMatch(/Te proponemos un precio de 60,00\s€/)
  expect(mail?.text).toMatch(/^Precio: 60,00\s€ · Por aceptar$/m)
  expect(mail?.text).toContain('Responder sobre el precio')
  expect(mail?.text).not.toContain('Pagar 60')
})

test('a request is confirmed together with its price: one mail says both, and the log that it is confirmed', async () => {
  const { practice, ask, own, price, cancel, post } = await aBookedConsultation()
  await cancel()
  await post()
  const { body: asked } = await ask(consultations.request, { as: own, body: slot })

  const confirmed = await price(6000, { version: asked.version }, asked.consultationId)
  const mails = await post()

  expect(confirmed.body).toMatchObject({ toConfirm: false, priceCents: null, proposedPriceCents: 6000 })
  const [mail, ...others] = mails.filter(({ text }) => text?.includes('Te proponemos un precio'))
  expect([mail?.subject, others]).toEqual(['Tu cita: lunes 21 de diciembre, 11:00', []])
  expect((await listAuditChanges(practice)).at(-1)).toMatchObject({
    action: 'CONSULTATION_CHANGED',
    details: { confirmed: true },
  })
})

test('A-71 a mail about a consultation whose price is agreed leads to where it is paid', async () => {
  const { answer, price, post } = await aBookedConsultation(6000)
  await answer(6000)

  await price(6000, { startsAt: '2026-12-22T10:00:00.000Z' })

  expect((await post()).at(-1)?.text).toMatch(/Pagar 60,00\s€/)
})

test('A-71 after a no everything stands as it was, also the price agreed before, and a yes is still possible', async () => {
  const { answer, price, read } = await aBookedConsultation(4000)
  await answer(4000)
  const before = await price(6000)

  const declined = await answer(6000, 'decline')
  const kept = await price(6000, { notes: 'Trae la analítica' })
  const accepted = await answer(6000)

  expect(declined.body).toMatchObject({ status: 'scheduled', startsAt: slot.startsAt, priceCents: 4000 })
  expect([before.body.priceDeclinedAt, typeof kept.body.priceDeclinedAt]).toEqual([null, 'string'])
  expect(accepted.body).toMatchObject({ priceCents: 6000, proposedPriceCents: null, priceDeclinedAt: null })
  expect(await read()).toMatchObject({ notes: 'Trae la analítica' })
})

test('A-71 another price after a no is asked for anew', async () => {
  const { answer, price } = await aBookedConsultation(6000)
  await answer(6000, 'decline')

  expect((await price(5000)).body).toMatchObject({ proposedPriceCents: 5000, priceDeclinedAt: null })
})

test.each([3000, 0, null])('A-71 a lower price than the agreed one, %s, needs no yes', async (lower) => {
  const { answer, price } = await aBookedConsultation(4000)
  await answer(4000)

  expect((await price(lower)).body).toMatchObject({ priceCents: lower, proposedPriceCents: null })
})

test('A-71 an answer to a price that has changed meanwhile is refused, and nothing is owed', async () => {
  const { answer, price, read } = await aBookedConsultation(6000)
  await price(7000)

  expect([await answer(6000), await answer(6000, 'decline')]).toEqual([
    refused('changed-meanwhile'),
    refused('changed-meanwhile'),
  ])
  expect(await read()).toMatchObject({ priceCents: null, proposedPriceCents: 7000 })
})

test.each(['accept', 'decline'] as const)('A-71 pressed twice, also at once, %s is one answer', async (given) => {
  const { answer, answers } = await aBookedConsultation(6000)

  const both = await Promise.all([answer(6000, given), answer(6000, given)])
  const again = await answer(6000, given)

  expect([...both, again].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await answers()).toHaveLength(1)
})

test('A-71 the price of another client’s consultation is nobody’s to answer, nor that of a cancelled one', async () => {
  const { answer, asStranger, cancel, answers } = await aBookedConsultation(6000)

  expect(await answer(6000, 'accept', asStranger)).toEqual(refused('not-found', 404))
  await cancel()
  expect(await answer(6000)).toEqual(refused('consultation-closed'))
  expect(await answers()).toEqual([])
})
