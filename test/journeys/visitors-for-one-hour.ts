import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import type { Endpoint, EndpointReply, EndpointRequestInput } from '#contract/endpoint'
import { parseMailedLink } from '#contract/mailed-links'
import type { RefusalCode } from '#contract/refusals'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { bothConsents } from '../support/early-start.ts'
import { readProductClock, waitForMail } from '../support/local-console.ts'
import { getProductSite } from '../support/product-site.ts'
import { getAdministratorSession } from './admin.ts'

const product = { product: 'primera-consulta' } as const

export const RECEIPT = /^Hemos recibido tu pago/

let visitors = 0

/** Each visitor has a separate network and provider: limits are by /24 and by /16. */
function createProviderAddress(): string {
  visitors += 1
  return `${20 + (visitors % 180)}.${Math.floor(visitors / 180)}.7.9`
}

interface Refused {
  readonly code: RefusalCode
}

export const isRefused = (answer: object): answer is Refused => 'code' in answer

/**
 * A lost race is a valid answer. When the server reports that it is busy (after 30 s) the visitor retries, as the page
 * advises; any other error fails the test.
 */
async function answerTo<Reply extends object>(ask: () => Promise<Reply>): Promise<Reply | Refused> {
  try {
    return await ask()
  } catch (error) {
    if (/: 503 /.test(String(error))) return answerTo(ask)
    const [, text] = / 409 (\{.*\})$/s.exec(String(error)) ?? []
    if (text === undefined) throw error
    return JSON.parse(text) as Refused
  }
}

/** Sends twice at the same moment, like a double click: `told` must be the same in both replies. */
async function press<Reply extends object>(ask: () => Promise<Reply>, told: (reply: Reply) => unknown) {
  const answers = await Promise.all([answerTo(ask), answerTo(ask)])
  const [first, second] = answers.map((answer) => (isRefused(answer) ? answer.code : told(answer)))
  expect(second).toEqual(first)
  return answers[0]
}

async function fillInStripePage(url: string, act: 'pay' | 'later', email: string): Promise<boolean> {
  const body = new URLSearchParams({ act, attempt: crypto.randomUUID(), email })
  const { status } = await fetch(url, {
    method: 'POST',
    body,
    headers: { origin: new URL(url).origin },
    redirect: 'manual',
  })
  return status === 303
}

export const toStripeSessionId = (url: string): string => /cs_\w+$/.exec(url)?.[0] ?? ''

export function createVisitor(email: string) {
  const caller = { address: createProviderAddress() }
  const ticket = randomBytes(32).toString('base64url')
  const { holdSlot, checkoutAnonymous } = apiContract.purchases
  const { chooseSlotProposal } = apiContract.linkedSlotProposals
  return {
    email,
    hold: (startsAt: string) =>
      press(
        () => callEndpointOverHttp(holdSlot, { body: { ...product, startsAt, ticket } }, caller),
        (held) => held.heldUntil,
      ),
    checkout: (startsAt: string) =>
      press(
        () =>
          callEndpointOverHttp(
            checkoutAnonymous,
            { body: { ...product, consents: bothConsents, hold: { ticket, startsAt } } },
            caller,
          ),
        ({ url }) => url,
      ),
    checkoutWithoutHour: () => answerTo(() => callEndpointOverHttp(checkoutAnonymous, { body: product }, caller)),
    pay: (url: string, act: 'pay' | 'later' = 'pay') => fillInStripePage(url, act, email),
    readLink: async () => {
      const { html } = await waitForMail(email, RECEIPT)
      const [, fragment = ''] = /elegir-hora(#[^"]+)"/.exec(html) ?? []
      return parseMailedLink(fragment.replaceAll('&amp;', '&')).get('token') ?? ''
    },
    choose: (token: string, startsAt: string) =>
      press(
        () => callEndpointOverHttp(chooseSlotProposal, { body: { token, startsAt, consents: bothConsents } }, caller),
        ({ scheduledAt }) => scheduledAt,
      ),
  }
}

export type Visitor = ReturnType<typeof createVisitor>

/** The first free hour of the next week, because the nightly check covers seven days. */
export async function findFreeHour(): Promise<string> {
  const monday = addDays(mondayOf(toPracticeDay(await readProductClock())), 7)
  const query = { type: 'primera_consulta', week: monday } as const
  const { days } = await callEndpointOverHttp(apiContract.freeSlots.listFreeSlots, { query })
  const [first] = days.flatMap(({ slots }) => slots)
  if (!first) throw new Error(`no hour of the week of ${monday} is free`)
  return first
}

export async function askAsPractice<E extends Endpoint>(
  endpoint: E,
  given: EndpointRequestInput<E>,
): Promise<EndpointReply<E>> {
  const { token } = await getAdministratorSession()
  return callEndpointOverHttp(endpoint, given, { token })
}

async function readStripeObjects<T>(...types: readonly string[]): Promise<readonly T[]> {
  const answer = await fetch(`${getProductSite()}/_local/stripe/events`)
  const events = (await answer.json()) as readonly { type: string; data: { object: T } }[]
  return events.filter(({ type }) => types.includes(type)).map(({ data }) => data.object)
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)

export async function readStripeSums() {
  const sessions = await readStripeObjects<{ id: string; payment_status: string; amount_total: number }>(
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  )
  const paid = new Map(
    sessions.filter((each) => each.payment_status === 'paid').map((each) => [each.id, each.amount_total]),
  )
  const refunds = await readStripeObjects<{ id: string; amount: number }>('refund.created')
  return {
    paid: sumOf([...paid.values()]),
    refunded: sumOf([...new Map(refunds.map(({ id, amount }) => [id, amount])).values()]),
  }
}

/** The practice's view of the client with this address; undefined without a payment. */
export async function readBuyer(email: string) {
  const { items } = await askAsPractice(apiContract.customers.list, { query: { search: email } })
  const customer = items.find((each) => each.email === email)
  if (!customer) return undefined
  const params = { customerId: customer.customerId }
  const [{ items: paid }, { items: booked }] = await Promise.all([
    askAsPractice(apiContract.payments.listOfCustomer, { params, query: {} }),
    askAsPractice(apiContract.consultations.listOfCustomer, { params, query: {} }),
  ])
  return { email, ...params, paid, booked }
}

export async function listWaitingOrders() {
  const { items, next } = await askAsPractice(apiContract.consultations.toSchedule, { query: { limit: 100 } })
  expect(next).toBeNull()
  return items
}
