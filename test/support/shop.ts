import { payments } from '#contract/payments-domain'
import { toEmailAddressId } from '#platform/email-address-id'
import { hashToken } from '../../functions/account/public/email-proof.ts'
import { createLambdaHandler as servePayments } from '../../functions/payments/handler.ts'
import { type TestResponse, createEndpointCaller, type TokenClaims } from './endpoint-caller.ts'
import { createSignUpAttributes } from './fake-user-pool.ts'
import { createCliente, createPasswordSessionClaims, writeSignInSession, type PracticePerson } from './people.ts'
import { createTestPractice, type TestPractice } from './practice.ts'
import { createStripeSetup, type StripeSetup } from './stripe-setup.ts'

export const consultationPurchase = { product: 'primera-consulta' } as const

export interface ShopSetup {
  readonly practice: TestPractice
  readonly stripe: StripeSetup
  readonly ask: ReturnType<typeof createEndpointCaller>
  readonly buyer: PracticePerson
  readonly session: TokenClaims
}

export async function createShopSetup(): Promise<ShopSetup> {
  const closed = await createTestPractice()
  const stripe = await createStripeSetup(closed.clock)
  const practice = { ...closed, stripe: stripe.access }
  const buyer = await createCliente(practice)
  await writeSignInSession(buyer, practice)
  return {
    practice,
    stripe,
    buyer,
    session: createPasswordSessionClaims(buyer, practice),
    ask: createEndpointCaller(servePayments(() => practice)),
  }
}

const tokenOf = (sub: string): string => sub.padEnd(43, '0')

export async function createUnverifiedAccount(
  { practice }: Pick<ShopSetup, 'practice'>,
  changes: { sub?: string; confirmed?: boolean; enabled?: boolean; hoursOld?: number; email?: string } = {},
): Promise<{ readonly sub: string; readonly email: string; readonly token: string }> {
  const {
    sub = crypto.randomUUID(),
    confirmed = false,
    enabled = true,
    hoursOld = 0,
    email = `${sub}@correo.test`,
  } = changes
  practice.identities.known.set(sub, {
    sub,
    confirmed,
    enabled,
    hasTotp: false,
    createdAt: new Date(practice.wallClock().getTime() - hoursOld * 3_600_000),
    attributes: createSignUpAttributes(email, practice.now()),
  })
  const createdAt = new Date(practice.now().getTime() - hoursOld * 3_600_000).toISOString()
  const attempt = {
    addressId: toEmailAddressId(email),
    email: email.toLowerCase(),
    state: 'unproven',
    version: 1,
  } as const
  const token = tokenOf(sub)
  await practice.data.pendingSignUps.put({ ...attempt, sub, tokenHash: hashToken(token), createdAt }).go()
  return { sub, email: attempt.email, token }
}

export const toPurchaseRequest = ({ email, token }: Awaited<ReturnType<typeof createUnverifiedAccount>>) => ({
  ...consultationPurchase,
  email,
  token,
})

export async function getStoredOrder({ data }: TestPractice, orderId: string) {
  const { data: order } = await data.orders.get({ orderId }).go()
  return order
}

export const getOrderCheckoutSession = async (practice: TestPractice, orderId: string) =>
  (await getStoredOrder(practice, orderId))?.checkoutSessionId ?? ''

export async function openStripeCheckout(shop: ShopSetup, body: object = consultationPurchase) {
  const answer: TestResponse<typeof payments.checkout> = await shop.ask(payments.checkout, { as: shop.session, body })
  return { ...answer.body, sessionId: await getOrderCheckoutSession(shop.practice, answer.body.orderId) }
}

/** Paid at Stripe; the event is not delivered yet. */
export async function payAtStripe(shop: ShopSetup, body: object = consultationPurchase) {
  const till = await openStripeCheckout(shop, body)
  await shop.stripe.fillIn(till.url, 'pay', shop.buyer.email)
  return till
}

/** Without an account; the event is not delivered yet. */
export async function payWithoutAccount(shop: ShopSetup, email: string) {
  const { body } = await shop.ask(payments.checkoutAnonymous, { body: consultationPurchase })
  await shop.stripe.fillIn(body.url, 'pay', email)
  return { ...body, sessionId: await getOrderCheckoutSession(shop.practice, body.orderId) }
}

/**
 * Oldest first.
 * @default types - all
 */
export const listShopStripeEvents = ({ stripe }: Pick<ShopSetup, 'stripe'>, ...types: string[]) =>
  stripe.standIn
    .events()
    .toReversed()
    .filter(({ type }) => types.length === 0 || types.includes(type))
