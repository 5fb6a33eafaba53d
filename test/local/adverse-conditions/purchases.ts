import { expect, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { createJourneyPerson, type JourneyPerson } from '../../journeys/buying.ts'
import { orderWithNewAccount, payOnStripePage, proveAddress } from '../../journeys/clients.ts'
import { type BrowserSession, openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { advanceClock, countAuditEntries, countMails, expectSoon, retryWhileBusy } from './product-under-conditions.ts'

export const RECEIPT = /^Hemos recibido tu pago/

export interface Purchase {
  readonly person: JourneyPerson
  readonly token: string
}

export async function buy(confirms = true): Promise<Purchase> {
  const person = createJourneyPerson()
  const { token, url } = await retryWhileBusy(() => orderWithNewAccount(person))
  const sessionId = await payOnStripePage(url, person.email)
  if (confirms) await retryWhileBusy(() => callEndpointOverHttp(apiContract.purchases.confirm, { body: { sessionId } }))
  return { person, token }
}

const listOwnPayments = async ({ token }: BrowserSession) =>
  (await retryWhileBusy(() => callEndpointOverHttp(apiContract.payments.list, { query: {} }, { token }))).items

async function provePurchaser({ person, token }: Purchase) {
  await retryWhileBusy(() => proveAddress(person, token))
  const session = await retryWhileBusy(() => openBrowserSession(person))
  const { customerId } = await retryWhileBusy(() =>
    callEndpointOverHttp(apiContract.account.session, {}, { token: session.token }),
  )
  return { session, customerId: customerId ?? '' }
}

/**
 * If the table refused all writes, the queue gives up after some seconds; the retry job, every five minutes, sends the
 * mail.
 */
async function waitForReceipt(email: string): Promise<void> {
  const hasCome = async () => (await countMails(email, RECEIPT)) > 0
  const first = await vi.waitUntil(hasCome, { timeout: 10_000, interval: 150 }).catch(() => false)
  if (!first) await advanceClock('PT6M')
  await expectSoon(() => countMails(email, RECEIPT)).toBe(1)
}

/** Asked for while there is too little money, which comes later: the next run makes it, though Stripe repeats its refusals for a day. */
export async function expectRefundedOnce(purchase: Purchase, fill: () => Promise<unknown>): Promise<void> {
  const { session } = await provePurchaser(purchase)
  const [payment] = await listOwnPayments(session)
  const body = { refundId: `ref_${crypto.randomUUID()}`, amountCents: 8000 }
  const params = { paymentId: payment?.paymentId ?? '' }
  const { status } = await callEndpointOverHttp(
    apiContract.payments.refundOwn,
    { params, body },
    { token: session.token },
  )
  await advanceClock('PT10M')
  const asked = await listOwnPayments(session)
  await fill()
  await advanceClock('PT5M')

  expect({ status, asked }).toMatchObject({ status: 'requested', asked: [{ isRefundUnderWay: true }] })
  await expectSoon(() => listOwnPayments(session)).toMatchObject([{ isRefundUnderWay: false }])
  await advanceClock('PT10M')
  expect(await listOwnPayments(session)).toMatchObject([{ refundedCents: 8000, status: 'refunded' }])
  expect(await countMails(purchase.person.email, /^Te hemos devuelto/)).toBe(1)
}

export async function expectBoughtOnce(purchase: Purchase): Promise<void> {
  const { email } = purchase.person
  const { session, customerId } = await provePurchaser(purchase)
  await waitForReceipt(email)
  await advanceClock('PT2M')

  expect(await listOwnPayments(session)).toMatchObject([{ amountCents: 8000, refundedCents: 0, status: 'completed' }])
  expect(await countAuditEntries(customerId, 'PAYMENT_COMPLETED')).toBe(1)
  expect(await countMails(email, RECEIPT)).toBe(1)
}
