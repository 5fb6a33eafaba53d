import { randomUUID } from 'node:crypto'
import { type ApiDomain, endpointsByDomain } from '#contract/api-domains'
import { mondayOf, toPracticeDay } from '#contract/calendar-days'
import type { Endpoint } from '#contract/endpoint'
import { lambdaSchedules } from '#platform/lambdas'
import type { BenchAction } from './bench-action.ts'
import type { BenchCall, BenchPerson } from './bench-event.ts'
import type { BenchProduct } from './bench-product.ts'
import { planActions } from './plan-actions.ts'
import { benchSearches, describeBenchClient } from './seed-practice.ts'

const apiOf = (domain: ApiDomain) => Object.entries<Endpoint>(endpointsByDomain[domain])

/** They use other services, and hardly the table. */
const left = new Set(['account.readRegistration', 'mfa.read', 'diagnostics.services'])

const paramsIn = ({ path }: Endpoint): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const requiredQueries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'customers.listPathways': { list: 'inactive' },
  'consultations.listHolds': { from: '2026-11-20T00:00:00.000Z', to: '2026-11-28T00:00:00.000Z' },
  'consultations.toClose': { before: '2026-11-20T00:00:00.000Z' },
  // A full week in the future, whenever this runs.
  'consultations.agenda': { from: '2026-12-13T23:00:00.000Z', to: '2026-12-20T23:00:00.000Z' },
  'supplements.listDoses': { from: '2026-11-14', to: '2026-11-20' },
  'consultations.listFreeSlots': { type: 'primera_consulta', week: '2026-12-14' },
  'files.listOfCustomer': { fileType: 'invoice' },
  'files.listMine': { fileType: 'invoice' },
}

const reads: readonly BenchAction[] = (Object.keys(endpointsByDomain) as ApiDomain[]).flatMap((domain) =>
  apiOf(domain).flatMap(([action, endpoint]) => {
    const name = `${domain}.${action}`
    const isMeasured =
      endpoint.method === 'GET' &&
      (endpoint.allow !== 'everyone' || endpoint.sharedCache !== undefined) &&
      paramsIn(endpoint).every((param) => param === 'customerId') &&
      !left.has(name)
    if (!isMeasured) return []
    const isClients = endpoint.allow === 'everyone' || endpoint.allow.includes('cliente')
    const call: Omit<BenchCall, 'as'> = {
      ...(paramsIn(endpoint).length > 0 && { params: { customerId: describeBenchClient(7, 8).customerId } }),
      ...(requiredQueries[name] && { query: requiredQueries[name] }),
    }
    return [
      {
        name,
        kind: isClients ? ('panel' as const) : ('list' as const),
        // The clock advances from action to action: only entries written right before are within the last 24 hours.
        ...(name === 'security.alerts' && { prepare: ({ fillDay }: BenchProduct) => fillDay() }),
        run: (product: BenchProduct, client: BenchPerson) =>
          product.call(name, { ...call, as: isClients ? client : product.administrator }),
      },
    ]
  }),
)

/** Client lists by turn, by step and without an hour; the list by activity is among the reads. */
const pathwayLists = { 'by turn': 'turn-practice', 'by step': 'step-5', 'without an hour': 'hourless' } as const

const asAdministrator =
  (name: string, call: (product: BenchProduct) => Omit<BenchCall, 'as'>): BenchAction['run'] =>
  (product) =>
    product.call(name, { as: product.administrator, ...call(product) })

const searches: readonly BenchAction[] = [
  ...Object.entries(benchSearches).map(([of, search]): BenchAction => ({
    name: `customers.list, search that finds ${of}`,
    kind: 'list',
    run: asAdministrator('customers.list', () => ({ query: { search } })),
  })),
  {
    name: 'customers.list, with an account',
    kind: 'list',
    run: asAdministrator('customers.list', () => ({ query: { account: 'with' } })),
  },
  ...Object.entries(benchSearches).map(([of, search]): BenchAction => ({
    name: `users.list, search that finds ${of}`,
    kind: 'list',
    run: asAdministrator('users.list', () => ({ query: { search } })),
  })),
  ...Object.entries(pathwayLists).map(([which, list]): BenchAction => ({
    name: `customers.listPathways, ${which}`,
    kind: 'list',
    run: asAdministrator('customers.listPathways', () => ({ query: { list } })),
  })),
]

const newClient = (number: number) => ({
  name: 'Begoña Ferrer Ruiz',
  email: `nueva${number}@correo-de-ejemplo.es`,
  phone: `+34 611 ${String(number).padStart(6, '0')}`,
})

const dosing = {
  name: 'Zinc',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Mañana'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-20',
}

const writes: readonly BenchAction[] = [
  {
    name: 'customers.create',
    kind: 'write',
    run: asAdministrator('customers.create', (product) => ({ body: newClient(product.newNumber()) })),
  },
  {
    name: 'supplements.add',
    kind: 'write',
    run: (product, { sub }) =>
      product.call('supplements.add', {
        as: product.administrator,
        params: { customerId: `cus_${sub}` },
        body: { ...dosing, requestId: randomUUID() },
      }),
  },
  {
    name: 'questionnaire.saveCheckIn',
    kind: 'write',
    run: (product, client) =>
      product.call('questionnaire.saveCheckIn', {
        as: client,
        body: {
          week: mondayOf(toPracticeDay(product.now())),
          bloating: 2,
          energy: 3,
          sleep: 4,
          mood: 3,
          // A different text each time: an unchanged one would cost less.
          note: `Mejor con los paseos, ${product.newNumber()}`,
        },
      }),
  },
  {
    name: 'messages.sendMine',
    kind: 'write',
    run: (product, client) =>
      product.call('messages.sendMine', {
        as: client,
        body: { requestId: crypto.randomUUID(), text: '¿Puedo tomarlo con café?' },
      }),
  },
  {
    name: 'messages.sendToCustomer',
    kind: 'write',
    run: (product, { sub }) =>
      product.call('messages.sendToCustomer', {
        as: product.administrator,
        params: { customerId: `cus_${sub}` },
        body: { requestId: crypto.randomUUID(), text: 'Mejor una hora después.' },
      }),
  },
  {
    name: 'account.changeSettings',
    kind: 'write',
    run: async (product, client) => {
      const { body } = await product.call('account.readSettings', { as: client })
      const { version } = JSON.parse(body ?? '{}') as { readonly version: number }
      const notifications = {
        consultations: true,
        files: version % 2 === 0,
        supplements: true,
        messages: true,
        reminders: true,
        marketing: false,
      }
      return product.call('account.changeSettings', {
        as: client,
        body: { firstName: 'Lucía', lastName: 'Gil', notifications, language: 'es', version },
      })
    },
  },
]

interface InForce {
  readonly items: readonly { readonly clientSupplementId: string; readonly version: number; readonly status: string }[]
}

const { amount: _, frequency: __, times: ___, ...course } = dosing

/**
 * Reads the protocol in force, ends all but its first prescription and adds one, so that repetitions find the same
 * number.
 */
const publish: BenchAction = {
  name: 'supplements.publish, with the reading before it',
  kind: 'write',
  run: async (product, { sub }) => {
    const of = { as: product.administrator, params: { customerId: `cus_${sub}` } }
    const { body } = await product.call('supplements.listOfCustomer', of)
    const { items } = JSON.parse(body ?? '{}') as InForce
    const inForce = items.filter(({ status }) => status === 'active')
    return product.call('supplements.publish', {
      ...of,
      body: {
        requestId: crypto.randomUUID(),
        seen: inForce.map(({ clientSupplementId, version }) => ({ clientSupplementId, version })),
        prescribe: [{ ...course, name: 'Glutamina', doses: [{ time: 'Noche', amount: 5 }] }],
        change: [],
        finish: inForce.slice(1).map(({ clientSupplementId }) => clientSupplementId),
      },
    })
  },
}

const notesOf = ({ sub }: BenchPerson) => ({
  params: { customerId: `cus_${sub}`, consultationId: `con_bench-past-${sub.replace('bench-', '')}` },
})

async function readNotesVersion(product: BenchProduct, client: BenchPerson): Promise<number> {
  const { body } = await product.call('consultations.readNotes', { as: product.administrator, ...notesOf(client) })
  const { notes } = JSON.parse(body ?? '{}') as { readonly notes: { readonly version: number } | null }
  return notes?.version ?? 0
}

const sessionNotes: readonly BenchAction[] = [
  {
    name: 'consultations.readNotes',
    kind: 'list',
    run: (product, client) =>
      product.call('consultations.readNotes', { as: product.administrator, ...notesOf(client) }),
  },
  {
    name: 'consultations.saveNotes, with the reading before it',
    kind: 'write',
    run: async (product, client) => {
      const version = await readNotesVersion(product, client)
      const body = { visitReason: 'Hinchazón', assessment: `Mejor (${version})`, plan: 'Igual', version }
      return product.call('consultations.saveNotes', { as: product.administrator, ...notesOf(client), body })
    },
  },
]

/** The job's run of a minute after the daily full run: one client has changed. */
const updateListsAfterOneChange: BenchAction = {
  name: 'customers/update-lists, one client has changed',
  kind: 'job',
  prepare: async (product, { sub }) => {
    await product.runJob('customers/update-lists')
    product.advance(1)
    await product.call('supplements.add', {
      as: product.administrator,
      params: { customerId: `cus_${sub}` },
      body: { ...dosing, requestId: randomUUID() },
    })
    product.advance(1)
  },
  run: (product) => product.runJob('customers/update-lists'),
}

const signIn: BenchAction = {
  name: 'sign-in',
  kind: 'sign-in',
  run: async (product, { sub }) => {
    const event = {
      userPoolId: 'eu-west-1_bench',
      userName: sub,
      triggerSource: 'TokenGeneration_Authentication',
      request: { userAttributes: { sub }, groupConfiguration: { groupsToOverride: [] } },
      response: {},
    }
    for (const name of ['account/pre-authentication', 'account/post-authentication', 'account/pre-token-generation'])
      await product.trigger(name, event)
    const sessionId = `00000000-0000-4002-8000-${String(product.newNumber()).padStart(12, '0')}`
    return product.call('account.session', { as: { sub, sessionId } })
  },
}

/** They read unsent mails, of which a stage has hardly any. */
const mailJobs: readonly string[] = ['diagnostics/check-invariants', 'mail/retry-unsent']

const jobs: readonly BenchAction[] = (Object.keys(lambdaSchedules) as (keyof typeof lambdaSchedules)[]).map((name) => ({
  name,
  kind: 'job',
  // Mails queued before, such as a reminder of a late instalment, are sent at once in a stage.
  ...(mailJobs.includes(name) && {
    prepare: (product: BenchProduct) => product.runJob('mail/retry-unsent'),
  }),
  run: (product) => product.runJob(name),
}))

export const benchActions: readonly BenchAction[] = [
  ...reads,
  ...searches,
  ...writes,
  publish,
  ...planActions,
  ...sessionNotes,
  signIn,
  ...jobs,
  updateListsAfterOneChange,
]
