import { payments } from '#contract/payments'
import { addressIdOf } from '#platform/address-id'
import { hashOfToken } from '../../functions/account/public/address-proof.ts'
import { withServices as servePayments } from '../../functions/payments/handler.ts'
import { type Answer, asking, type Claims } from './asking.ts'
import { signUpAttributesOf } from './identities.ts'
import { aCliente, aPasswordSession, aSessionOf, type Person } from './people.ts'
import { aPractice, type Practice } from './practice.ts'
import { aStripe, type StripeSetup } from './stripe.ts'

export const consultation = { product: 'primera-consulta' } as const

export interface Shop {
  readonly practice: Practice
  readonly stripe: StripeSetup
  readonly ask: ReturnType<typeof asking>
  readonly buyer: Person
  readonly session: Claims
}

export async function aShop(): Promise<Shop> {
  const closed = await aPractice()
  const stripe = await aStripe(closed.clock)
  const practice = { ...closed, stripe: stripe.access }
  const buyer = await aCliente(practice)
  await aSessionOf(buyer, practice)
  return {
    practice,
    stripe,
    buyer,
    session: aPasswordSession(buyer, practice),
    ask: asking(servePayments(() => practice)),
  }
}

const tokenOf = (sub: string): string => sub.padEnd(43, '0')

export async function aNewAccount(
  { practice }: Pick<Shop, 'practice'>,
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
    attributes: signUpAttributesOf(email, practice.now()),
  })
  const createdAt = new Date(practice.now().getTime() - hoursOld * 3_600_000).toISOString()
  const attempt = { addressId: addressIdOf(email), email: email.toLowerCase(), state: 'unproven', version: 1 } as const
  const token = tokenOf(sub)
  await practice.data.pendingSignUps.put({ ...attempt, sub, tokenHash: hashOfToken(token), createdAt }).go()
  return { sub, email: attempt.email, token }
}

export const purchaseOf = ({ email, token }: Awaited<ReturnType<typeof aNewAccount>>) => ({
  ...consultation,
  email,
  token,
})

export async function orderIn({ data }: Practice, orderId: string) {
  const { data: order } = await data.orders.get({ orderId }).go({ consistent: true })
  return order
}

export const sessionOf = async (practice: Practice, orderId: string) =>
  (await orderIn(practice, orderId))?.checkoutSessionId ?? ''

/** Up to Stripe's page, unpaid. */
export async function atTheTill(shop: Shop, body: object = consultation) {
  const answer: Answer<typeof payments.checkout> = await shop.ask(payments.checkout, { as: shop.session, body })
  return { ...answer.body, sessionId: await sessionOf(shop.practice, answer.body.orderId) }
}

/** Paid at Stripe; the practice does not know yet. */
export async function paidAtStripe(shop: Shop, body: object = consultation) {
  const till = await atTheTill(shop, body)
  await shop.stripe.fillIn(till.url, 'pay', shop.buyer.email)
  return till
}

/** Without an account; the practice does not know yet. */
export async function anonymouslyPaid(shop: Shop, email: string) {
  const { body } = await shop.ask(payments.checkoutAnonymous, { body: consultation })
  await shop.stripe.fillIn(body.url, 'pay', email)
  return { ...body, sessionId: await sessionOf(shop.practice, body.orderId) }
}

/**
 * Oldest first.
 * @default types - all
 */
export const eventsOf = ({ stripe }: Shop, ...types: string[]) =>
  stripe.standIn
    .events()
    .toReversed()
    .filter(({ type }) => types.length === 0 || types.includes(type))
