import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPaidOrder } from '../../support/paid-order.ts'
import { createCliente, createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'

const FREED = '2026-12-01T09:00:00.000Z'

async function aPaidHourThatSomebodyWaitsFor() {
  const shop = await createPaidOrder()
  const { practice, asBoss } = shop
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  await shop.book(FREED)
  const waiting = await createCliente(practice)
  const later = { startsAt: '2026-12-10T09:00:00.000Z', durationMinutes: 30, type: 'seguimiento' }
  await agenda(consultations.book, { as: asBoss, body: { ...later, customerId: waiting.customerId } })
  const as = createPasswordSessionClaims(waiting, practice)
  await agenda(consultations.setOwnWaitingPlace, { as, body: { waiting: true } })
  return {
    ...shop,
    byPractice: async () => {
      await recordSecondFactorProof(shop.boss, practice)
      return shop.refundByPractice({ amountCents: 8000 })
    },
    offered: async () => {
      const { body } = await agenda(consultations.readOwnWaitingPlace, { as })
      // Since they were last read.
      const mails = await createOutboxReader(practice).post()
      const told = mails.filter(({ to }) => to?.[0]?.address === waiting.email)
      return { startsAt: body.offer?.startsAt, mails: told.filter(({ text }) => text?.includes('hora-libre')).length }
    },
  }
}

type Setup = Awaited<ReturnType<typeof aPaidHourThatSomebodyWaitsFor>>

const inDashboard = async ({ stripe, charge, tell }: Setup) => {
  await stripe.client.refunds.create({ charge: await charge() })
  await tell('charge.refunded')
}

const ways: readonly [string, (setup: Setup) => Promise<unknown>][] = [
  ['the practice gives all back', ({ byPractice }) => byPractice()],
  ['its client withdraws', ({ refund }) => refund()],
  ['all is given back in Stripe’s dashboard', inDashboard],
]

test.each(ways)('an hour that is free because %s is offered to the first in line at once', async (_, giveBack) => {
  const setup = await aPaidHourThatSomebodyWaitsFor()

  await giveBack(setup)
  const stranger = await createSlotVisitor(setup).hold(FREED)

  expect(await setup.offered()).toEqual({ startsAt: FREED, mails: 1 })
  expect(stranger.body).toEqual({ code: 'slot-taken' })
})

test('an hour that is free because what the bank had left is given back in Stripe is offered as well', async () => {
  const setup = await aPaidHourThatSomebodyWaitsFor()
  const charge = await setup.charge()
  await setup.stripe.client.refunds.create({ charge, amount: 4000 })
  const { id } = setup.stripe.standIn.dispute(charge, 'open-part')
  setup.stripe.standIn.dispute(id, 'lose')
  await setup.tell('charge.dispute.closed')
  setup.practice.clock.advance({ minutes: 1 })

  await setup.tell('charge.refunded')

  expect(await setup.payment()).toMatchObject({ refundedCents: 8000, status: 'refunded' })
  expect(await setup.offered()).toEqual({ startsAt: FREED, mails: 1 })
})

test('an hour freed by a refund that Stripe has yet to make is offered at once, and once', async () => {
  const setup = await aPaidHourThatSomebodyWaitsFor()
  setup.stripe.outage = true

  await setup.byPractice()
  const before = await setup.offered()
  setup.stripe.outage = false
  setup.practice.clock.advance({ minutes: 2 })
  await setup.proceed()

  expect(before).toEqual({ startsAt: FREED, mails: 1 })
  expect(await setup.offered()).toEqual({ startsAt: FREED, mails: 0 })
})

test('a part that is given back frees no hour', async () => {
  const setup = await aPaidHourThatSomebodyWaitsFor()
  await recordSecondFactorProof(setup.boss, setup.practice)

  await setup.refundByPractice({ amountCents: 3000 })

  expect(await setup.offered()).toEqual({ startsAt: undefined, mails: 0 })
})
