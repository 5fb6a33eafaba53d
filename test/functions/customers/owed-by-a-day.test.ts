import { expect, test } from 'vitest'
import { type CarePathwayStateOfPractice, carePathwayStates } from '#contract/care-pathway'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveUpdates } from '../../../functions/customers/update-lists.handler.ts'
import { createAgreement } from '../../support/budgets.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createCustomersSetup } from './customers-setup.ts'

const CREATED_AT = '2026-11-10T09:00:00.000Z'
/** Midnight of the practice's today, 21 November. */
const TODAY = '2026-11-20T23:00:00.000Z'

const hour = { durationMinutes: 30, type: 'general', version: 1, sequence: 0, createdAt: CREATED_AT } as const

const analytics = {
  fileId: 'fil_00000001',
  fileType: 'analytics',
  fileName: 'analitica.pdf',
  fileKey: 'analitica',
  sizeBytes: 1,
  status: 'available',
  createdAt: '2026-11-20T09:00:00.000Z',
} as const

const endedCourse = {
  clientSupplementId: 'csu_00000001',
  supplementId: 'sup_magnesio',
  name: 'Magnesio',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-11',
  endDate: '2026-11-12',
  status: 'active',
  version: 1,
  createdAt: CREATED_AT,
} as const

/** What has happened to one client; the clock is 21 November 2026. */
async function aClientOfThePractice() {
  const { practice, ask, administrador } = await createCustomersSetup()
  const { data } = practice
  const { customerId, userId } = await createCliente(practice)
  // Issued for each call: a test passes a day, and no session lasts that long.
  const claims = () => createPasswordSessionClaims(administrador, practice)
  const askConsultations = createEndpointCaller(serveConsultations(() => practice))
  const consultation = (consultationId: string, startsAt: string, more: { status: 'completed' | 'scheduled' }) =>
    data.consultations.put({ ...hour, ...more, customerId, consultationId, startsAt, toConfirm: startsAt > TODAY }).go()
  return {
    held: () => consultation('con_held0000', '2026-11-19T09:00:00.000Z', { status: 'completed' }),
    over: () => consultation('con_over0000', '2026-11-20T09:00:00.000Z', { status: 'scheduled' }),
    asked: () => consultation('con_asked000', '2026-11-25T09:00:00.000Z', { status: 'scheduled' }),
    noneOfTheHours: async (proposedTo = customerId) => {
      const order = { customerId, orderId: 'ord_00000001' }
      await data.ordersToSchedule.put({ ...order, concept: 'Primera consulta', paidAt: CREATED_AT }).go()
      await data.slotProposals
        .put({
          ...order,
          customerId: proposedTo,
          state: 'refused',
          round: 1,
          slots: [],
          offered: [],
          sentAt: CREATED_AT,
          version: 1,
        })
        .go()
    },
    budget: () => data.budgetAgreements.put({ ...createAgreement({ customerId, userId }), status: 'active' }).go(),
    result: () => data.clientFiles.put({ ...analytics, customerId, uploadedBy: userId }).go(),
    plan: () => data.clientSupplements.put({ ...endedCourse, customerId, times: ['Noche'] }).go(),
    nextDay: () => practice.clock.advance({ days: 1 }),
    pathway: async () => (await ask(customers.readPathway, { as: claims(), params: { customerId } })).body,
    rows: async () => {
      await serveUpdates(() => practice)()
      const as = claims()
      const { toClose, coming, toSchedule } = consultations
      const [tasks, unclosed, requests, orders] = await Promise.all([
        ask(customers.listTasks, { as }),
        askConsultations(toClose, { as, query: { before: TODAY } }),
        askConsultations(coming, { as, query: { only: 'requests' } }),
        askConsultations(toSchedule, { as, query: {} }),
      ])
      const states = tasks.body.items.filter(({ kind }) => carePathwayStates.some(({ id }) => id === kind))
      return [
        ...states.map(({ kind, at }) => `${kind} ${at.slice(0, 10)}`),
        ...unclosed.body.items.map(() => 'to close'),
        ...requests.body.items.map(() => 'to confirm'),
        ...orders.body.items.map(() => 'paid without an hour'),
      ]
    },
  }
}

type Client = Awaited<ReturnType<typeof aClientOfThePractice>>
type Happened = Exclude<keyof Client, 'pathway' | 'rows' | 'nextDay'>

const rowOf: Readonly<Record<CarePathwayStateOfPractice, readonly [happened: readonly Happened[], row: string]>> = {
  'hour-to-propose': [['noneOfTheHours'], 'paid without an hour'],
  'hour-to-confirm': [['asked'], 'to confirm'],
  'first-to-close': [['over'], 'to close'],
  'proposal-to-present': [['held'], 'proposal-to-present 2026-11-22'],
  'analyses-to-request': [['held', 'budget'], 'analyses-to-request 2026-11-24'],
  'plan-to-publish': [['held', 'result'], 'plan-to-publish 2026-11-27'],
  'plan-ended': [['held', 'plan'], 'plan-ended 2026-11-19'],
  'follow-up-to-confirm': [['held', 'asked'], 'to confirm'],
  'follow-up-to-close': [['held', 'over'], 'to close'],
}

const onThePractice = carePathwayStates.flatMap(({ id, turn }) =>
  turn === 'practice' ? [id as CarePathwayStateOfPractice] : [],
)

test.each(onThePractice)('whoever waits for the practice in the state %s has one row in «Por hacer»', async (state) => {
  const client = await aClientOfThePractice()
  const [happened, row] = rowOf[state]
  for (const each of happened) await client[each]()

  const { state: reached, turn, due, tasks } = await client.pathway()

  expect([reached, turn]).toEqual([state, 'practice'])
  expect(due).not.toBeNull()
  expect(await client.rows()).toEqual([row])
  expect(tasks).not.toContain(state)
})

test('what was owed by a day leaves «Por hacer» once it is done, and the record names it only as the state', async () => {
  const client = await aClientOfThePractice()
  await client.held()
  expect(await client.rows()).toEqual(['proposal-to-present 2026-11-22'])
  expect((await client.pathway()).tasks).toEqual([])

  await client.result()
  client.nextDay()

  expect(await client.rows()).toEqual(['plan-to-publish 2026-11-27'])
})

test('none of the proposed hours is none of them too where they were proposed before two records became one', async () => {
  const client = await aClientOfThePractice()

  await client.noneOfTheHours('cus_before-the-merge')

  expect((await client.pathway()).state).toBe('hour-to-propose')
})
