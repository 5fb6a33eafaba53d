import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveContinuing } from '../../functions/payments/continue-refunds.handler.ts'
import { createLambdaHandler as serveReleasing } from '../../functions/payments/release-holds.handler.ts'
import { BUDGET_ID, createBudgetContent } from './budgets.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import {
  createAdministrador,
  createPasswordSessionClaims,
  recordSecondFactorProof,
  writeSignInSession,
} from './people.ts'
import { listAuditChanges } from './practice.ts'
import { createShopSetup } from './shop.ts'

export const billing = { taxId: '00000000t', address: 'Calle de Ejemplo, 12, 28010 Madrid' }
export const consents = { expressRequest: true, acknowledgement: true }
export const OTHER_BUDGET_ID = 'bud_22222222-2222-4222-8222-222222222222'

/** The clock is 2026-11-21, 9:00 UTC. */
export async function createPublishedBudgetSetup(content = createBudgetContent()) {
  const shop = await createShopSetup()
  const { practice, stripe, buyer, session, ask } = shop
  const { customerId } = buyer
  const boss = await createAdministrador(practice)
  const asBoss = () => ({ as: createPasswordSessionClaims(boss, practice) })
  const asClient = { as: session }
  const params = { customerId, budgetId: BUDGET_ID }
  const own = { budgetId: BUDGET_ID }
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const offer = async (budgetId = BUDGET_ID, offered = createBudgetContent()) => {
    const one = { ...asBoss(), params: { customerId, budgetId } }
    await ask(payments.saveBudget, { ...one, body: { content: offered, revision: 0 } })
    await ask(payments.publishBudget, { ...one, body: { revision: 1 } })
  }
  await offer(BUDGET_ID, content)
  const read = async () => (await ask(payments.listBudgets, asClient)).body.items[0]?.agreement ?? undefined
  const accept = (body: object = {}, budgetId = BUDGET_ID) =>
    ask(payments.acceptBudget, {
      ...asClient,
      params: { budgetId },
      body: { version: 1, optionId: 2, inParts: true, ...billing, consents, ...body },
    })
  const checkout = (orderId = '') =>
    ask(payments.checkoutBudgetPart, { ...asClient, params: { ...own, orderId }, body: {} })
  const settle = async ({ orderId, url }: { readonly orderId: string; readonly url: string }) => {
    await stripe.fillIn(url, 'pay', buyer.email)
    const { data: order } = await practice.data.orders.get({ orderId }).go()
    return ask(payments.confirm, { body: { sessionId: order?.checkoutSessionId } })
  }
  const payNext = async () => {
    const next = (await read())?.parts.find(({ state }) => ['due', 'late', 'later'].includes(state))
    return settle((await checkout(next?.orderId)).body)
  }
  return {
    practice,
    stripe,
    ask,
    agenda,
    asBoss,
    asClient,
    params,
    userId: buyer.userId,
    offer,
    read,
    accept,
    checkout,
    settle,
    payNext,
    acceptAndPay: async (body: object = {}) => settle((await accept(body)).body),
    request: (startsAt: string, body: object = {}) =>
      agenda(consultations.request, {
        ...asClient,
        body: { startsAt, durationMinutes: 30, type: 'seguimiento', ...body },
      }),
    cancelHour: ({ consultationId, version }: { readonly consultationId: string; readonly version: number }) =>
      agenda(consultations.cancel, { ...asClient, params: { consultationId }, query: { version } }),
    note: (number: number, used = true) =>
      ask(payments.noteBudgetAnalysis, { ...asBoss(), params, body: { number, used } }),
    terms: () => ask(payments.budgetCancellation, { ...asClient, params: own }),
    cancel: (refundCents: number) => ask(payments.cancelBudget, { ...asClient, params: own, body: { refundCents } }),
    proveBoss: () => recordSecondFactorProof(boss, practice),
    cancelByPractice: async (refundCents: number) => {
      await recordSecondFactorProof(boss, practice)
      return ask(payments.cancelBudgetOfCustomer, { ...asBoss(), params, body: { refundCents } })
    },
    remind: () => serveReleasing(() => practice)(),
    signIn: () => Promise.all([boss, buyer].map((person) => writeSignInSession(person, practice))),
    proceed: () => serveContinuing(() => practice)(),
    countChanges: async (action: string) =>
      (await listAuditChanges(practice)).filter((entry) => entry.action === action).length,
    listPaidAndRefunded: async () => {
      const { data: paid } = await practice.data.payments.query.byCustomer({ customerId }).go()
      return paid
        .toSorted((a, b) => a.orderId.localeCompare(b.orderId))
        .map(({ amountCents, refundedCents, status }) => ({ amountCents, refundedCents, status }))
    },
  }
}

export const day = (date: string, time = '10:00') => `2026-${date}T${time}:00.000Z`
