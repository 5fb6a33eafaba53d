import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../support/endpoint-caller.ts'
import { createPasswordSessionClaims } from '../support/people.ts'
import { createShopSetup, payAtStripe } from '../support/shop.ts'
import { createCustomersSetup } from './customers/customers-setup.ts'

/** 00:30 on January 1st in Madrid. */
const NIGHT = '2026-12-31T23:30:00.000Z'

test('a payment half an hour into the new year has a receipt of the new year', async () => {
  const shop = await createShopSetup()
  shop.practice.clock.set(NIGHT)
  const { orderId, sessionId } = await payAtStripe(shop)

  await shop.ask(payments.confirm, { body: { sessionId } })

  const { data: receipt } = await shop.practice.data.receipts.get({ orderId }).go()
  expect(receipt).toMatchObject({ issuedAt: NIGHT, receiptNumber: expect.stringMatching(/^2027-/) })
})

test('a client entered then stands in the exported list with the day of the new year', async () => {
  const setup = await createCustomersSetup()
  setup.practice.clock.set(NIGHT)
  const as = createPasswordSessionClaims(setup.administrador, setup.practice)
  await setup.ask(customers.create, { as, body: { name: 'Ada', email: 'ada@correo.test' } })

  const { body } = await setup.ask(customers.exportAll, { as })

  expect(body.csv).toContain('2027-01-01')
  expect(body.csv).not.toContain('2026-12-31')
})

test('a consultation then is a file for the calendar with the day of the new year', async () => {
  const setup = await createCustomersSetup()
  const ask = createEndpointCaller(serveConsultations(() => setup.practice))
  const { body: customer } = await setup.create({ name: 'Ada', email: 'ada@correo.test' })
  const { customerId } = customer
  const { body: booked } = await ask(consultations.book, {
    as: setup.as,
    body: { customerId, startsAt: NIGHT, durationMinutes: 30, type: 'general' },
  })

  const { body } = await ask(consultations.calendarOfCustomer, {
    as: setup.as,
    params: { customerId, consultationId: booked.consultationId },
  })

  expect(body.fileName).toBe('consulta-2027-01-01.ics')
})
