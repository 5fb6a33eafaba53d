import { expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { consultationPurchase, createShopSetup, listShopStripeEvents, type ShopSetup } from '../../support/shop.ts'
import { createSlotVisitor } from '../../support/slot-visitors.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'

const readBooks = async ({ practice: { data }, stripe }: ShopSetup) => {
  const [{ data: consultations }, { data: waiting }, { data: paid }] = await Promise.all([
    data.consultations.scan.go({ pages: 'all' }),
    data.ordersToSchedule.scan.go({ pages: 'all' }),
    data.payments.scan.go({ pages: 'all' }),
  ])
  const sums = stripe.standIn.sessions().filter((session) => session.payment_status === 'paid')
  return { consultations, waiting, paid, charged: sums.reduce((sum, { amount_total: cents }) => sum + cents, 0) }
}

const deliverAll = async (shop: ShopSetup) => {
  const events = listShopStripeEvents(shop, 'checkout.session.completed')
  const statuses = await Promise.all(events.map((event) => deliverStripeEvent(event, shop.practice)))
  expect(new Set(statuses)).toEqual(new Set([200]))
}

test('fifty visitors want and pay for one hour: one has it, the others are told before they pay or keep their payment', async () => {
  const shop = await createShopSetup()
  const pay = async ({ url, orderId }: { readonly url: string; readonly orderId: string }, n: number) => {
    await shop.stripe.fillIn(url, 'pay', `visita-${n}@correo.test`)
    for (const event of listShopStripeEvents(shop, 'checkout.session.completed'))
      if (JSON.stringify(event).includes(orderId)) await deliverStripeEvent(event, shop.practice)
  }

  const told = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const visitor = createSlotVisitor(shop)
      // Of ten one pays without an hour, two name one that they do not hold, the others hold it first.
      if (n % 10 === 0) {
        const { headers } = visitor
        const without = await shop.ask(payments.checkoutAnonymous, { body: consultationPurchase, headers })
        await pay(without.body, n)
        return 'paid without an hour'
      }
      const held = n % 10 < 3 ? undefined : await visitor.hold(AT_NINE)
      const checkout = await visitor.checkout(AT_NINE)
      if (checkout.status !== 200) return `${held ? held.body.code : 'not held'}, ${checkout.body.code}`
      await pay(checkout.body, n)
      return 'paid with the hour'
    }),
  )

  await deliverAll(shop)

  const count = (answer: string) => told.filter((each) => each === answer).length
  expect(count('paid with the hour')).toBe(1)
  expect([count('paid without an hour'), count('not held, hold-expired')]).toEqual([5, 10])
  expect(count('slot-taken, hold-expired')).toBe(34)
  const { consultations, waiting, paid, charged } = await readBooks(shop)
  expect(consultations.map(({ startsAt, status }) => [startsAt, status])).toEqual([[AT_NINE, 'scheduled']])
  expect([paid.length, waiting.length]).toEqual([6, 5])
  expect(paid.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(charged)
  expect(await listBrokenInvariants(shop.practice)).toEqual({})
}, 90_000)

test('six pay late for one hour at once: one has it, the others keep their payment and are sent proposals', async () => {
  const shop = await createShopSetup()
  const { data } = shop.practice
  const urls: string[] = []
  for (let n = 0; n < 6; n++) {
    const visitor = createSlotVisitor(shop)
    await visitor.hold(AT_NINE)
    urls.push((await visitor.checkout(AT_NINE)).body.url)
    // As after a restoration: the holds are lost, and the sessions can be paid.
    for (const { ticketHash } of (await data.slotHolds.scan.go()).data) await data.slotHolds.delete({ ticketHash }).go()
    for (const { beginsAt } of (await data.agendaSteps.scan.go()).data) await data.agendaSteps.delete({ beginsAt }).go()
  }
  await Promise.all(urls.map((url, n) => shop.stripe.fillIn(url, 'pay', `tarde-${n}@correo.test`)))

  await Promise.all([deliverAll(shop), deliverAll(shop)])

  const { consultations, waiting, paid, charged } = await readBooks(shop)
  expect(consultations).toMatchObject([{ startsAt: AT_NINE, status: 'scheduled' }])
  expect([paid.length, waiting.length]).toEqual([6, 5])
  expect(charged).toBe(6 * 8000)
  expect(await countItemsByEntity(shop.practice)).toMatchObject({ slotProposal: 5 })
  expect(await listBrokenInvariants(shop.practice)).toEqual({})
}, 90_000)
