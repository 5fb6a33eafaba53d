import { randomBytes } from 'node:crypto'
import { consultations } from '#contract/consultations-domain'
import type { Endpoint } from '#contract/endpoint'
import { defaultOpeningHours } from '#contract/opening-hours'
import { payments } from '#contract/payments-domain'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveLapsing } from '../../functions/consultations/lapse-requests.handler.ts'
import { createLambdaHandler as serveReminders } from '../../functions/consultations/send-reminders.handler.ts'
import { createLambdaHandler as serveSupplements } from '../../functions/supplements/handler.ts'
import { createEndpointCaller, type TestRequest } from './endpoint-caller.ts'
import { getSampleBody } from './endpoints.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims, recordSecondFactorProof } from './people.ts'
import {
  consultationPurchase,
  createShopSetup,
  createUnverifiedAccount,
  getStoredOrder,
  payAtStripe,
  payWithoutAccount,
  toPurchaseRequest,
} from './shop.ts'

const START = '2026-12-21T10:00:00.000Z'
const OTHER = '2026-12-22T10:00:00.000Z'
const visit = { startsAt: START, durationMinutes: 60, type: 'seguimiento' } as const
const first = { startsAt: START, durationMinutes: 30, type: 'primera_consulta' } as const
const ticket = () => randomBytes(32).toString('base64url')
const reason = 'Se cortó la llamada'
const requestId = '33333333-3333-4333-8333-333333333333'
const refundId = 'ref_11111111-1111-4111-8111-111111111111'

/** The clock is 2026-11-21, 9:00 UTC. */
export async function createRepeatSetup() {
  const shop = await createShopSetup()
  const { practice, buyer, session } = shop
  const { customerId } = buyer
  const boss = await createAdministrador(practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const protocol = createEndpointCaller(serveSupplements(() => practice))
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const book = async (body: object = visit, of = customerId) =>
    (await agenda(consultations.book, { as: asBoss(), body: { ...body, customerId: of } })).body
  const pay = async () => {
    const { orderId, sessionId } = await payAtStripe(shop)
    await shop.ask(payments.confirm, { body: { sessionId } })
    return { orderId, paymentId: orderId.replace('ord_', 'pay_') }
  }
  const payUnproven = async () => {
    const { orderId, sessionId } = await payWithoutAccount(shop, 'ana@correo.test')
    await shop.ask(payments.confirm, { body: { sessionId } })
    const { customerId: of = '' } = (await getStoredOrder(practice, orderId)) ?? {}
    const token = await createOutboxReader(practice).tokenFor('ana@correo.test')
    return { token, params: { customerId: of, paymentId: orderId.replace('ord_', 'pay_') } }
  }
  const offerFreedHour = async () => {
    const leaver = await createCliente(practice)
    const left = await book({ ...visit, startsAt: '2026-12-01T09:00:00.000Z' }, leaver.customerId)
    await book()
    await agenda(consultations.setOwnWaitingPlace, { as: session, body: { waiting: true } })
    const params = { customerId: leaver.customerId, consultationId: left.consultationId }
    await agenda(consultations.remove, { as: asBoss(), params, query: { version: 1 } })
    await serveLapsing(() => practice)()
    return left.startsAt
  }
  const own = { as: session }
  return { shop, practice, boss, agenda, protocol, customerId, own, asBoss, book, pay, payUnproven, offerFreedHour }
}

type Setup = Awaited<ReturnType<typeof createRepeatSetup>>
type Write = (setup: Setup) => Promise<TestRequest> | TestRequest

export const repeatableConsultationWrites: Readonly<Record<string, Write>> = {
  request: ({ own }) => ({ ...own, body: first }),
  move: async ({ own, book }) => {
    const { consultationId, version } = await book()
    return { ...own, params: { consultationId }, body: { ...visit, startsAt: OTHER, version } }
  },
  cancel: async ({ own, book }) => {
    const { consultationId, version } = await book()
    return { ...own, params: { consultationId }, query: { version } }
  },
  requestEarlyStart: async ({ own, pay, book, customerId }) => {
    const { orderId } = await pay()
    const startsAt = '2026-12-01T09:00:00.000Z'
    const { consultationId } = await book({ ...first, startsAt, orderId }, customerId)
    return { ...own, params: { consultationId }, body: { startsAt, expressRequest: true, acknowledgement: true } }
  },
  answerPrice: async ({ own, book }) => {
    const { consultationId } = await book({ ...visit, priceCents: 6000 })
    return { ...own, params: { consultationId }, body: { priceCents: 6000, answer: 'accept' } }
  },
  book: async ({ asBoss, book, customerId }) => {
    await book()
    return { as: asBoss(), body: { ...visit, customerId, requestId, override: { reason } } }
  },
  edit: async ({ asBoss, book, customerId }) => {
    const { consultationId, version } = await book({ ...visit, priceCents: 6000 })
    const body = { ...visit, startsAt: OTHER, priceCents: 7000, notes: 'Trae la analítica', version }
    return { as: asBoss(), params: { customerId, consultationId }, body }
  },
  setStatus: async ({ asBoss, book, customerId }) => {
    const { consultationId, version } = await book()
    return { as: asBoss(), params: { customerId, consultationId }, body: { status: 'cancelled', version } }
  },
  remove: async ({ asBoss, book, customerId }) => {
    const { consultationId, version } = await book()
    return { as: asBoss(), params: { customerId, consultationId }, query: { version } }
  },
  saveNotes: async ({ asBoss, book, customerId }) => {
    const { consultationId } = await book()
    return { as: asBoss(), params: { customerId, consultationId }, body: { plan: 'Menos café', version: 0 } }
  },
  shareSummary: async ({ asBoss, book, agenda, customerId }) => {
    const { consultationId } = await book()
    const params = { customerId, consultationId }
    await agenda(consultations.saveNotes, { as: asBoss(), params, body: { summary: 'Seguimos igual', version: 0 } })
    return { as: asBoss(), params, body: { version: 1 } }
  },
  readSlotProposals: async ({ payUnproven }) => ({ body: { token: (await payUnproven()).token } }),
  chooseSlotProposal: async ({ payUnproven }) => ({ body: { token: (await payUnproven()).token, startsAt: START } }),
  refuseSlotProposals: async ({ payUnproven }) => ({ body: { token: (await payUnproven()).token, round: 1 } }),
  chooseOwnSlotProposal: async ({ own, pay }) => {
    const { orderId } = await pay()
    return { ...own, params: { orderId }, body: { startsAt: START } }
  },
  refuseOwnSlotProposals: async ({ own, pay }) => {
    const { orderId } = await pay()
    return { ...own, params: { orderId }, body: { round: 1 } }
  },
  sendSlotProposals: async ({ asBoss, pay, agenda, practice }) => {
    const { orderId } = await pay()
    practice.clock.advance({ minutes: 1 })
    const { body } = await agenda(consultations.toSchedule, { as: asBoss(), query: {} })
    return { as: asBoss(), params: { orderId }, body: { after: body.items[0]?.proposals?.sentAt ?? null } }
  },
  setOwnWaitingPlace: async ({ own, book }) => {
    await book()
    return { ...own, body: { waiting: true } }
  },
  takeFreedHour: async ({ own, offerFreedHour }) => ({ ...own, body: { startsAt: await offerFreedHour() } }),
  declineFreedHour: async ({ own, offerFreedHour }) => ({ ...own, body: { startsAt: await offerFreedHour() } }),
  readFreedHour: async (setup) => ({ body: { token: await readOffer(setup) } }),
  takeLinkedFreedHour: async (setup) => ({ body: { token: await readOffer(setup) } }),
  declineLinkedFreedHour: async (setup) => ({ body: { token: await readOffer(setup) } }),
  changeOpeningHours: ({ asBoss }) => ({
    as: asBoss(),
    body: { ...defaultOpeningHours, noticeHours: 48, version: 0 },
  }),
  readAttendance: async (setup) => ({ body: { token: await readReminder(setup) } }),
  confirmAttendance: async (setup) => ({ body: { token: await readReminder(setup) } }),
  revokeFeed: async ({ asBoss, boss, practice }) => {
    await recordSecondFactorProof(boss, practice)
    return { as: asBoss() }
  },
}

async function readOffer({ offerFreedHour, practice, shop }: Setup): Promise<string> {
  await offerFreedHour()
  return createOutboxReader(practice).tokenFor(shop.buyer.email)
}

async function readReminder({ book, practice, shop }: Setup): Promise<string> {
  await book()
  practice.clock.set('2026-12-20T10:30:00.000Z')
  await serveReminders(() => practice)()
  return createOutboxReader(practice).tokenFor(shop.buyer.email)
}

export const repeatablePaymentWrites: Readonly<Record<string, Write>> = {
  holdSlot: () => ({ body: { ...consultationPurchase, startsAt: START, ticket: ticket() } }),
  releaseSlot: async ({ shop }) => {
    const held = ticket()
    await shop.ask(payments.holdSlot, { body: { ...consultationPurchase, startsAt: START, ticket: held } })
    return { body: { ticket: held } }
  },
  quote: () => ({ body: consultationPurchase }),
  checkout: ({ own }) => ({ ...own, body: consultationPurchase }),
  checkoutNewAccount: async ({ shop }) => ({ body: toPurchaseRequest(await createUnverifiedAccount(shop)) }),
  checkoutAnonymous: () => ({ body: { ...consultationPurchase, purchaseTicket: ticket() } }),
  checkoutConsultation: async ({ own, book, agenda }) => {
    const { consultationId } = await book({ ...visit, priceCents: 6000 })
    const params = { consultationId }
    await agenda(consultations.answerPrice, { ...own, params, body: { priceCents: 6000, answer: 'accept' } })
    return { ...own, params, body: { priceCents: 6000 } }
  },
  confirm: async ({ shop }) => ({ body: { sessionId: (await payAtStripe(shop)).sessionId } }),
  refundOwn: async ({ own, pay }) => {
    const { paymentId } = await pay()
    return { ...own, params: { paymentId }, body: { refundId, amountCents: 8000 } }
  },
  refundOfCustomer: async ({ asBoss, boss, practice, pay, customerId }) => {
    const { paymentId } = await pay()
    await recordSecondFactorProof(boss, practice)
    return { as: asBoss(), params: { customerId, paymentId }, body: { refundId, amountCents: 3000, reason } }
  },
  refundUnproven: async ({ asBoss, boss, practice, payUnproven }) => {
    const { params } = await payUnproven()
    await recordSecondFactorProof(boss, practice)
    return { as: asBoss(), params }
  },
}

const magnesium = {
  name: 'Magnesio',
  amount: 200,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
} as const
const { amount: _amount, frequency: _frequency, times: _times, ...unscheduled } = magnesium
const startDate = '2026-11-21'
const protocolLine = { ...unscheduled, doses: [{ time: 'Noche', amount: 200 }] } as const

async function prescribe({ protocol, asBoss, customerId }: Setup, changes: object = {}) {
  const body = { ...magnesium, startDate, requestId: '44444444-4444-4444-8444-444444444444', ...changes }
  const { clientSupplementId } = (await protocol(supplements.add, { as: asBoss(), params: { customerId }, body })).body
  return clientSupplementId
}

/** Creating writes, and those of clients; a change of a prescription names its version. */
export const repeatableSupplementWrites: Readonly<Record<string, Write>> = {
  tick: async (setup) => {
    const clientSupplementId = await prescribe(setup)
    return { ...setup.own, body: { clientSupplementId, day: startDate, time: 'Noche', taken: true } }
  },
  setPackOrdered: async (setup) => {
    const clientSupplementId = await prescribe(setup, { packDoses: 3 })
    const body = { ordered: true, runsOutDay: '2026-11-23' }
    return { ...setup.own, params: { clientSupplementId }, body }
  },
  add: ({ asBoss, customerId }) => ({
    as: asBoss(),
    params: { customerId },
    body: { ...magnesium, startDate, requestId },
  }),
  addByMoment: ({ asBoss, customerId }) => ({
    as: asBoss(),
    params: { customerId },
    body: { ...getSampleBody('supplements.addByMoment'), requestId },
  }),
  publish: async (setup) => {
    const clientSupplementId = await prescribe(setup)
    const seen = [{ clientSupplementId, version: 1 }]
    const prescribed = [{ ...protocolLine, name: 'Zinc', startDate }]
    const body = { requestId, seen, prescribe: prescribed, change: [], finish: [clientSupplementId] }
    return { as: setup.asBoss(), params: { customerId: setup.customerId }, body }
  },
  saveTemplate: ({ asBoss }) => ({ as: asBoss(), body: { ...magnesium, requestId } }),
  saveProtocolTemplate: ({ asBoss }) => ({
    as: asBoss(),
    body: { name: 'Disbiosis', lines: [protocolLine], requestId },
  }),
}

export const listWrites = (endpoints: Readonly<Record<string, Endpoint>>): readonly string[] =>
  Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]))
