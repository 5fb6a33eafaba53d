import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { seedDemoData, demoAccounts } from '../../../bin/local/demo.ts'
import {
  DEMO_BEGINNER_ORDER_ID,
  DEMO_FINISHER_ORDER_ID,
  DEMO_ORDER_ID,
  DEMO_UNDECIDED_ORDER_ID,
} from '../../../bin/local/demo-orders.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import {
  createAdministrador,
  createPasswordSessionClaims,
  recordSecondFactorProof,
  writeSignInSession,
} from '../../support/people.ts'
import { createShopSetup, listShopStripeEvents } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const everyOrder = [DEMO_ORDER_ID, DEMO_BEGINNER_ORDER_ID, DEMO_FINISHER_ORDER_ID, DEMO_UNDECIDED_ORDER_ID]
const toPaymentId = (orderId: string) => orderId.replace('ord_', 'pay_')
const refundId = 'ref_11111111-1111-4111-8111-111111111111'

/** Without the demo files, which would need a bucket. */
async function aDemo() {
  const shop = await createShopSetup()
  const { practice, stripe } = shop
  const store = openDocumentStore()
  const done = store.collection<{ at: string }>('demo')
  done.put('panel', { at: practice.now().toISOString() })
  const seed = () =>
    seedDemoData(
      {
        cognito: { seedUser: () => '' } as never,
        vault: { seal: async (secret: string) => secret, open: async (sealed: string) => sealed },
        data: practice.data,
        stripe: stripe.standIn,
        store,
      },
      practice.now(),
    )
  const read = async (orderId: string) => {
    const { data: order } = await practice.data.orders.get({ orderId }).go()
    const key = { customerId: order?.customerId ?? '', paymentId: toPaymentId(orderId) }
    return { ...key, payment: (await practice.data.payments.get(key).go()).data }
  }
  const signIn = async (email: string) => {
    const { sub = '' } = demoAccounts.find((each) => each.email === email) ?? {}
    const person = { ...shop.buyer, userId: `usr_${sub}`, sub, email, customerId: `cus_${sub}` }
    await writeSignInSession(person, practice)
    return createPasswordSessionClaims(person, practice)
  }
  return { ...shop, done, seed, read, signIn }
}

test('the demo client at the beginning gets the whole payment back, and the mail about it', async () => {
  const { seed, signIn, ask, read, practice } = await aDemo()
  await seed()
  const as = await signIn('empieza@habitat.example')

  const params = { paymentId: toPaymentId(DEMO_BEGINNER_ORDER_ID) }
  const { status, body } = await ask(payments.refundOwn, { as, params, body: { refundId, amountCents: 8000 } })

  expect([status, body]).toMatchObject([200, { status: 'succeeded' }])
  expect((await read(DEMO_BEGINNER_ORDER_ID)).payment).toMatchObject({ status: 'refunded', refundedCents: 8000 })
  expect((await createOutboxReader(practice).post()).map(({ subject }) => subject)).toContain(
    'Te hemos devuelto tu pago',
  )
}, 30_000)

test('the practice gives a demo client a part back, and Stripe’s dashboard the rest', async () => {
  const shop = await aDemo()
  const { seed, ask, read, practice, stripe } = shop
  await seed()
  const { customerId, paymentId, payment } = await read(DEMO_ORDER_ID)
  const boss = await createAdministrador(practice)
  await recordSecondFactorProof(boss, practice)

  const made = await ask(payments.refundOfCustomer, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId, paymentId },
    body: { refundId, amountCents: 2050, reason: 'Se cortó la llamada' },
  })
  const afterPart = (await read(DEMO_ORDER_ID)).payment
  await stripe.client.refunds.create({ payment_intent: payment?.paymentIntentId ?? '' })
  for (const event of listShopStripeEvents(shop, 'charge.refunded')) await deliverStripeEvent(event, practice)

  expect(made).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(afterPart).toMatchObject({ refundedCents: 2050 })
  expect((await read(DEMO_ORDER_ID)).payment).toMatchObject({ status: 'refunded', refundedCents: 8000 })
}, 30_000)

test('a demo that was written before Stripe knew its payments gets them at the next start, and each once', async () => {
  const { seed, done, read, practice, stripe } = await aDemo()
  await seed()
  for (const orderId of [DEMO_ORDER_ID, DEMO_BEGINNER_ORDER_ID, DEMO_FINISHER_ORDER_ID]) {
    const { payment: _, ...key } = await read(orderId)
    await practice.data.payments.patch(key).remove(['paymentIntentId']).go()
  }
  done.delete('stripe')

  await seed()

  const intents = (await stripe.client.paymentIntents.list()).data
  const known = await Promise.all(everyOrder.map(read))
  expect(new Set(known.map(({ payment }) => payment?.paymentIntentId))).toEqual(new Set(intents.map(({ id }) => id)))
  expect(intents).toHaveLength(everyOrder.length)
  expect(stripe.standIn.events()).toEqual([])
}, 30_000)
