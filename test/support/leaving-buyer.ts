import { account } from '#contract/account-domain'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { privacy } from '#contract/privacy'
import { createLambdaHandler as serveAccount } from '../../functions/account/handler.ts'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../functions/customers/handler.ts'
import { createLambdaHandler as continueRefunds } from '../../functions/payments/continue-refunds.handler.ts'
import { createLambdaHandler as servePrivacy } from '../../functions/privacy/handler.ts'
import { bothConsents } from './early-start.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims, recordSecondFactorProof } from './people.ts'
import { consultationPurchase, createShopSetup, listShopStripeEvents, openStripeCheckout } from './shop.ts'
import { erasureConfirmation } from './privacy-setup.ts'
import { createSlotVisitor } from './slot-visitors.ts'
import { deliverStripeEvent } from './stripe-setup.ts'

const AT_NINE = '2026-11-30T08:00:00.000Z'

export async function createLeavingBuyer() {
  const shop = await createShopSetup()
  const { practice, buyer, session } = shop
  const { customerId, userId } = buyer
  const boss = await createAdministrador(practice)
  await recordSecondFactorProof(boss, practice)
  const asBoss = createPasswordSessionClaims(boss, practice)
  const params = { customerId }
  const askPrivacy = createEndpointCaller(servePrivacy(() => ({ ...practice, exportFiles: {} as never })))
  const askCustomers = createEndpointCaller(serveCustomers(() => practice))
  const askAccount = createEndpointCaller(serveAccount(() => practice))
  const askAgenda = createEndpointCaller(serveConsultations(() => practice))
  const outbox = createOutboxReader(practice)
  const readUser = async () => (await practice.data.users.get({ userId }).go()).data
  const listPayments = async () => (await practice.data.payments.scan.go({ pages: 'all' })).data
  return {
    ...shop,
    askAccount,
    askAgenda,
    asBoss,
    readUser,
    leave: (as = session) => askPrivacy(privacy.requestDeletion, { as, body: erasureConfirmation }),
    prepareReturn: async () => {
      const token = await outbox.tokenFor(buyer.email)
      return {
        undo: () => askPrivacy(privacy.undoDeletion, { body: { token } }),
        reactivate: () => askAccount(account.reactivate, { body: { token } }),
      }
    },
    deactivate: () => askAccount(account.deactivate, { as: session }),
    remove: () => askCustomers(customers.remove, { as: asBoss, params }),
    restore: () => askCustomers(customers.restore, { as: asBoss, params }),
    tellPaid: async () => {
      const events = listShopStripeEvents(shop, 'checkout.session.completed')
      return Promise.all(events.map((event) => deliverStripeEvent(event, practice)))
    },
    listWaitingOwners: async () =>
      (await practice.data.ordersToSchedule.scan.go({ pages: 'all' })).data.map((order) => order.customerId),
    readOutcome: async () => {
      practice.clock.advance({ minutes: 10 })
      await continueRefunds(() => practice)()
      const [{ data: erasure }, user, paid, { data: atStripe }, { data: waiting }, { data: booked }] =
        await Promise.all([
          practice.data.erasures.get(params).go(),
          readUser(),
          listPayments(),
          shop.stripe.client.refunds.list(),
          practice.data.ordersToSchedule.scan.go({ pages: 'all' }),
          practice.data.consultations.scan.go({ pages: 'all' }),
        ])
      return {
        status: user?.status,
        isErasureScheduled: erasure !== null,
        payments: paid.map(({ status }) => status),
        refundedCents: atStripe.reduce((sum, { amount }) => sum + amount, 0),
        inUse: waiting.length + booked.filter(({ orderId, status }) => orderId && status !== 'cancelled').length,
      }
    },
  }
}
export type LeavingBuyer = Awaited<ReturnType<typeof createLeavingBuyer>>

/** Up to the paid session; its event is not delivered. */
type Purchase = (setup: LeavingBuyer) => Promise<{ readonly cents: number }>

async function payPage(setup: LeavingBuyer, url: string): Promise<void> {
  await setup.stripe.fillIn(url, 'pay', setup.buyer.email)
}

const buyWithHour: Purchase = async (setup) => {
  const visitor = createSlotVisitor(setup)
  await visitor.hold(AT_NINE)
  const hold = { ticket: visitor.ticket, startsAt: AT_NINE }
  const { url } = await openStripeCheckout(setup, { ...consultationPurchase, consents: bothConsents, hold })
  await payPage(setup, url)
  return { cents: 8000 }
}

const buyWithoutHour: Purchase = async (setup) => {
  const { url } = await openStripeCheckout(setup)
  await payPage(setup, url)
  return { cents: 8000 }
}

const payBooked: Purchase = async (setup) => {
  const { askAgenda, asBoss, ask, session, buyer } = setup
  const { customerId } = buyer
  const { body: booked } = await askAgenda(consultations.book, {
    as: asBoss,
    body: {
      customerId,
      startsAt: '2026-12-21T10:00:00.000Z',
      durationMinutes: 60,
      type: 'seguimiento',
      priceCents: 6000,
    },
  })
  const { consultationId } = booked
  const params = { consultationId }
  await askAgenda(consultations.answerPrice, { as: session, params, body: { priceCents: 6000, answer: 'accept' } })
  const { body } = await ask(payments.checkoutConsultation, { as: session, params, body: { priceCents: 6000 } })
  await payPage(setup, body.url)
  return { cents: 6000 }
}

/** The practice cannot delete a client with a future consultation. */
const payHeld: Purchase = async (setup) => {
  const bought = await payBooked(setup)
  const { data } = setup.practice
  const { data: booked } = await data.consultations.scan.go()
  const startsAt = '2026-11-20T10:00:00.000Z'
  for (const { customerId, consultationId } of booked)
    await data.consultations.patch({ customerId, consultationId }).set({ status: 'completed', startsAt }).go()
  return bought
}

const buyByAddress: Purchase = async (setup) => {
  const { body } = await setup.ask(payments.checkoutAnonymous, { body: consultationPurchase })
  await payPage(setup, body.url)
  return { cents: 8000 }
}

/** The order was abandoned, so nothing indicates a pending payment. */
const withExpiredOrders =
  (purchase: Purchase): Purchase =>
  async (setup) => {
    const bought = await purchase(setup)
    const { data } = setup.practice
    const { data: pending } = await data.orders.query.byStatus({ status: 'pending' }).go()
    for (const { orderId, createdAt } of pending) {
      await data.orders.patch({ orderId }).set({ status: 'expired' }).composite({ createdAt }).go()
    }
    await data.openOrders.delete({ customerId: setup.buyer.customerId, product: 'primera-consulta' }).go()
    return bought
  }

export const purchasesOfAccounts: readonly (readonly [string, Purchase])[] = [
  ['a first consultation with its hour', buyWithHour],
  ['a first consultation without an hour', buyWithoutHour],
  ['a consultation that was booked', payBooked],
]
export const purchasesOfRemovedClients: typeof purchasesOfAccounts = [
  ['a first consultation with its hour', withExpiredOrders(buyWithHour)],
  ['a first consultation without an hour', withExpiredOrders(buyWithoutHour)],
  ['a consultation that was held', withExpiredOrders(payHeld)],
]
export const purchaseByAddress = buyByAddress
export const purchaseOfBooked = payBooked
export const purchaseWithoutHour = buyWithoutHour
