import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveLapsing } from '../../functions/consultations/lapse-requests.handler.ts'
import { createLambdaHandler as serveContinuing } from '../../functions/payments/continue-refunds.handler.ts'
import { createLambdaHandler as serveReleasing } from '../../functions/payments/release-holds.handler.ts'
import { createBudgetSteps, listWrongUnits } from './budget-story.ts'
import { bothConsents } from './early-start.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { listBrokenInvariants } from './invariants-at-night.ts'
import {
  createAdministrador,
  createCliente,
  createPasswordSessionClaims,
  recordSecondFactorProof,
  writeSignInSession,
} from './people.ts'
import { consultationPurchase, createShopSetup, listShopStripeEvents, type ShopSetup } from './shop.ts'
import { createSlotVisitor } from './slot-visitors.ts'
import { deliverStripeEvent } from './stripe-setup.ts'
import { isUnearnedRefund } from './unearned-refunds.ts'

const STARTS = ['2026-12-01T09:00:00.000Z', '2026-12-10T08:00:00.000Z', '2026-12-10T09:00:00.000Z'] as const
const first = { durationMinutes: 30, type: 'primera_consulta' } as const
export const outcomes = ['scheduled', 'in_progress', 'cancelled', 'no_show', 'completed'] as const

const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)]
const startOf = (n: number): string => pick(STARTS, n) ?? STARTS[0]
const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
const newRefundId = (): string => `ref_${crypto.randomUUID()}`

async function createActors() {
  const shop = await createShopSetup()
  const { practice, buyer } = shop
  const { customerId } = buyer
  const boss = await createAdministrador(practice)
  const neighbour = await createCliente(practice)
  const ofClient = { customerId }
  const listConsultationsOf = async (of: { readonly customerId: string }) =>
    (await practice.data.consultations.query.byCustomer(of).go({ consistent: true })).data
  return {
    ...shop,
    customerId,
    boss,
    /** Ids of refunds that no rule gives; to be empty. */
    unearned: [] as string[],
    asBoss: () => createPasswordSessionClaims(boss, practice),
    asClient: () => createPasswordSessionClaims(buyer, practice),
    /** They sign in again, where the time that has passed has ended their sessions. */
    signIn: () => Promise.all([boss, buyer].map((person) => writeSignInSession(person, practice))),
    agenda: createEndpointCaller(serveConsultations(() => practice)),
    listPayments: async () => (await practice.data.payments.query.byCustomer(ofClient).go({ consistent: true })).data,
    listConsultations: () => listConsultationsOf(ofClient),
    /** Whose hours are given up, so that they can be offered to the client. */
    neighbourId: neighbour.customerId,
    listNeighbours: () => listConsultationsOf({ customerId: neighbour.customerId }),
  }
}

type Actors = Awaited<ReturnType<typeof createActors>>

const deliver = async (events: readonly object[], { practice }: Pick<ShopSetup, 'practice'>) =>
  Math.max(200, ...(await Promise.all(events.map((event) => deliverStripeEvent(event, practice)))))

/** An event that comes several times, or late, is one that is drawn again. */
const createStripeSteps = (actors: Actors, settled = new Set<string>()) => ({
  payAtStripe: async (n: number) => {
    const { stripe, buyer } = actors
    const open = pick(
      stripe.standIn.sessions().filter(({ status }) => status === 'open'),
      n,
    )
    if (open?.url) await stripe.fillIn(open.url, 'pay', buyer.email)
  },
  /** By a method of which the bank decides days later. */
  payLater: async (n: number) => {
    const { stripe, buyer } = actors
    const open = pick(
      stripe.standIn.sessions().filter(({ status }) => status === 'open'),
      n,
    )
    if (open?.url) await stripe.fillIn(open.url, 'later', buyer.email)
  },
  settlePayment: async (n: number) => {
    const { standIn } = actors.stripe
    const waiting = standIn.sessions().filter(({ id, status, payment_status: paid }) => {
      return status === 'complete' && paid === 'unpaid' && !settled.has(id)
    })
    const { id } = pick(waiting, n) ?? {}
    if (!id) return
    settled.add(id)
    standIn.settle(id, n === 7 ? 'failed' : 'succeeded')
  },
  webhook: async (n: number) => ({
    status: await deliver(
      listShopStripeEvents(actors).filter((_, index) => index % (n + 1) === 0),
      actors,
    ),
  }),
  refundAtStripe: async (n: number) => {
    const { paymentIntentId } = pick(await actors.listPayments(), n) ?? {}
    const wanted = { payment_intent: paymentIntentId ?? '', amount: 500 + 500 * n }
    // Refused where less is left.
    if (paymentIntentId) await actors.stripe.client.refunds.create(wanted).catch(() => undefined)
  },
  settleAtBank: async (n: number) => {
    const { standIn, client } = actors.stripe
    const { data: made } = await client.refunds.list({ limit: 100 })
    const pending = pick(
      made.filter(({ id, status }) => status === 'pending' && !settled.has(id)),
      n,
    )
    if (!pending) return
    // Another step of the same moment leaves it alone.
    settled.add(pending.id)
    standIn.settleRefund(pending.id, n % 2 === 0 ? 'succeeded' : 'failed')
  },
  slowBank: async (n: number) => void (actors.stripe.refundsStayPending = n % 2 === 0),
})

function createClientSteps(actors: Actors) {
  const { ask, agenda, asClient, listPayments, listConsultations } = actors
  const visitor = createSlotVisitor({ ask })
  const checkout = (more: object) =>
    ask(payments.checkout, { as: asClient(), body: { ...consultationPurchase, ...more } })
  return {
    hold: (n: number) => visitor.hold(startOf(n)),
    pay: (n: number) => checkout({ consents: bothConsents, hold: { ticket: visitor.ticket, startsAt: startOf(n) } }),
    payWithoutHour: () => checkout({}),
    request: (n: number) =>
      agenda(consultations.request, {
        as: asClient(),
        body: { ...first, startsAt: startOf(n), consents: bothConsents },
      }),
    move: async (n: number) => {
      const { consultationId, version } = pick(await listConsultations(), n) ?? {}
      const body = { ...first, startsAt: startOf(n + 1), version, consents: bothConsents }
      return consultationId && agenda(consultations.move, { as: asClient(), params: { consultationId }, body })
    },
    cancel: async (n: number) => {
      const { consultationId, version = 1 } = pick(await listConsultations(), n) ?? {}
      return (
        consultationId &&
        agenda(consultations.cancel, { as: asClient(), params: { consultationId }, query: { version } })
      )
    },
    refundOwn: async (n: number) => {
      const { paymentId, orderId } = pick(await listPayments(), n) ?? {}
      if (!paymentId || !orderId) return undefined
      const listOfOrder = async () => (await listConsultations()).filter((each) => each.orderId === orderId)
      const before = await listOfOrder()
      const { body: options } = await ask(payments.refundOptions, { as: asClient(), params: { paymentId } })
      const body = { refundId: newRefundId(), amountCents: options.refundCents }
      const answer = await ask(payments.refundOwn, { as: asClient(), params: { paymentId }, body })
      const refundedCents = answer.status === 200 ? body.amountCents : 0
      const refund = { orderId, refundedCents, before, after: await listOfOrder() }
      if (isUnearnedRefund(refund, actors)) actors.unearned.push(body.refundId)
      return answer
    },
    later: async (n: number) => {
      actors.practice.clock.advance({ hours: 1 + 8 * n })
      await actors.signIn()
    },
  }
}

/** 'Avísame si se libra algo antes', and the hours proposed to a paid order. */
function createWaitingSteps({ agenda, asClient }: Actors) {
  const readProposals = async () =>
    (await agenda(consultations.readOwnSlotProposals, { as: asClient() })).body.proposals
  const readOfferedStart = async (n: number) =>
    (await agenda(consultations.readOwnWaitingPlace, { as: asClient() })).body.offer?.startsAt ?? startOf(n)
  return {
    wait: (n: number) => agenda(consultations.setOwnWaitingPlace, { as: asClient(), body: { waiting: n % 4 !== 3 } }),
    takeFreed: async (n: number) =>
      agenda(consultations.takeFreedHour, {
        as: asClient(),
        body: { startsAt: await readOfferedStart(n), consents: bothConsents },
      }),
    declineFreed: async (n: number) =>
      agenda(consultations.declineFreedHour, { as: asClient(), body: { startsAt: await readOfferedStart(n) } }),
    chooseProposed: async (n: number) => {
      const { orderId, slots } = (await readProposals()) ?? {}
      const startsAt = n % 3 === 0 ? startOf(n) : pick(slots ?? [], n)
      return orderId && startsAt
        ? agenda(consultations.chooseOwnSlotProposal, {
            as: asClient(),
            params: { orderId },
            body: { startsAt, consents: bothConsents },
          })
        : undefined
    },
    refuseProposed: async () => {
      const { orderId, round } = (await readProposals()) ?? {}
      return (
        orderId &&
        agenda(consultations.refuseOwnSlotProposals, { as: asClient(), params: { orderId }, body: { round } })
      )
    },
  }
}

/** What the practice does with the agenda of everybody. */
const createAgendaSteps = ({ agenda, asBoss, neighbourId, listNeighbours }: Actors) => ({
  bookNeighbour: (n: number) => {
    const body = { ...first, startsAt: startOf(n), customerId: neighbourId }
    return agenda(consultations.book, { as: asBoss(), body })
  },
  freeNeighbour: async (n: number) => {
    const booked = (await listNeighbours()).filter(({ status }) => status === 'scheduled')
    const { consultationId, version = 1 } = pick(booked, n) ?? {}
    if (!consultationId) return undefined
    const params = { customerId: neighbourId, consultationId }
    return agenda(consultations.remove, { as: asBoss(), params, query: { version } })
  },
  propose: async (n: number) => {
    const { body } = await agenda(consultations.toSchedule, { as: asBoss(), query: {} })
    const order = pick(body.items, n)
    const after = order?.proposals?.sentAt ?? null
    return (
      order &&
      agenda(consultations.sendSlotProposals, { as: asBoss(), params: { orderId: order.orderId }, body: { after } })
    )
  },
})

/** A price that the practice sets later, the client's answer, and the payment from the consultation's card. */
const createPriceSteps = ({ ask, agenda, asClient, listConsultations }: Actors) => ({
  answerPrice: async (n: number) => {
    const asked = (await listConsultations()).filter(({ proposedPriceCents }) => proposedPriceCents !== undefined)
    const { consultationId, proposedPriceCents: priceCents } = pick(asked, n) ?? {}
    const body = { priceCents, answer: n % 3 === 0 ? 'decline' : 'accept' }
    return consultationId && agenda(consultations.answerPrice, { as: asClient(), params: { consultationId }, body })
  },
  payConsultation: async (n: number) => {
    const priced = (await listConsultations()).filter(({ priceCents }) => priceCents)
    const { consultationId, priceCents } = pick(priced, n) ?? {}
    const body = { priceCents, ...(n % 2 === 0 && { consents: bothConsents }) }
    return consultationId && ask(payments.checkoutConsultation, { as: asClient(), params: { consultationId }, body })
  },
})

const createPracticeSteps = (actors: Actors) => ({
  /** Another hour, price or length. */
  edit: async (n: number) => {
    const { customerId, agenda, asBoss } = actors
    const stored = pick(await actors.listConsultations(), n)
    if (!stored || stored.status === 'removed') return undefined
    const { consultationId, version, type, durationMinutes, priceCents = null, proposedPriceCents } = stored
    const entered = n % 4 === 0 ? 5000 + 1000 * n : (proposedPriceCents ?? priceCents)
    const body = { startsAt: startOf(n + 1), durationMinutes, type, priceCents: entered, version }
    return agenda(consultations.edit, { as: asBoss(), params: { customerId, consultationId }, body })
  },
  giveHour: async (n: number) => {
    const { agenda, asBoss } = actors
    const { body } = await agenda(consultations.toSchedule, { as: asBoss(), query: {} })
    const { orderId, customerId, durationMinutes, type } = pick(body.items, n) ?? {}
    const wanted = { orderId, customerId, durationMinutes, type, startsAt: startOf(n) }
    return orderId && agenda(consultations.book, { as: asBoss(), body: wanted })
  },
  setStatus: async (n: number) => {
    const { customerId, agenda, asBoss } = actors
    const { consultationId, version } = pick(await actors.listConsultations(), n) ?? {}
    if (!consultationId) return undefined
    const body = { status: pick(outcomes, n), version }
    return agenda(consultations.setStatus, { as: asBoss(), params: { customerId, consultationId }, body })
  },
  refundByPractice: async (n: number) => {
    const { customerId, ask, asBoss, boss, practice } = actors
    const { paymentId } = pick(await actors.listPayments(), n) ?? {}
    if (!paymentId) return undefined
    await recordSecondFactorProof(boss, practice)
    const body = { refundId: newRefundId(), amountCents: 1000 + 1000 * n, reason: 'Se cortó la llamada' }
    return ask(payments.refundOfCustomer, { as: asBoss(), params: { customerId, paymentId }, body })
  },
  sweep: () => sweep(actors),
})

async function sweep({ practice }: Actors): Promise<void> {
  await serveLapsing(() => practice)()
  await serveContinuing(() => practice)()
  await serveReleasing(() => practice)()
}

/** Everything has been told and done: what Stripe has, what we have, and what the night says of it. */
async function readEnd(actors: Actors) {
  const { practice, stripe, listPayments } = actors
  practice.clock.advance({ minutes: 70 })
  for (let n = 0; n < 2; n++) {
    await sweep(actors)
    const status = await deliver(listShopStripeEvents(actors), actors)
    if (status !== 200) throw new Error(`an event was answered with ${status}`)
  }
  const paid = await listPayments()
  const { data: refunds } = await stripe.client.refunds.list({ limit: 100 })
  return {
    paid: sum(paid.map(({ amountCents }) => amountCents)),
    charged: sum(stripe.standIn.sessions().map((each) => (each.payment_status === 'paid' ? each.amount_total : 0))),
    refunded: sum(paid.map(({ refundedCents }) => refundedCents)),
    refundedAtStripe: sum(refunds.map(({ status, amount }) => (status === 'failed' ? 0 : amount))),
    broken: await listBrokenInvariants(practice),
    wrongUnits: await listWrongUnits(actors),
    unearned: actors.unearned,
  }
}

/** A client, the practice, Stripe, a bank and the schedules. Each step takes a number, and may be refused. */
export async function createMoneyStory() {
  const actors = await createActors()
  const steps = {
    ...createStripeSteps(actors),
    ...createClientSteps(actors),
    ...createWaitingSteps(actors),
    ...createAgendaSteps(actors),
    ...createPriceSteps(actors),
    ...createPracticeSteps(actors),
    ...createBudgetSteps(actors),
  }
  return { steps, readEnd: () => readEnd(actors) }
}

export type MoneyStep = keyof Awaited<ReturnType<typeof createMoneyStory>>['steps']

const allSteps: Readonly<Record<MoneyStep, true>> = {
  hold: true,
  pay: true,
  payWithoutHour: true,
  payAtStripe: true,
  payLater: true,
  settlePayment: true,
  webhook: true,
  request: true,
  move: true,
  cancel: true,
  setStatus: true,
  edit: true,
  giveHour: true,
  answerPrice: true,
  payConsultation: true,
  wait: true,
  takeFreed: true,
  declineFreed: true,
  chooseProposed: true,
  refuseProposed: true,
  bookNeighbour: true,
  freeNeighbour: true,
  propose: true,
  refundOwn: true,
  refundByPractice: true,
  refundAtStripe: true,
  settleAtBank: true,
  slowBank: true,
  sweep: true,
  later: true,
  offerBudget: true,
  acceptBudget: true,
  payPart: true,
  noteAnalysis: true,
  cancelBudget: true,
}
export const moneySteps = Object.keys(allSteps) as MoneyStep[]
