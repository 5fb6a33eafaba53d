import * as z from 'zod/mini'
import {
  CarePathway,
  type CarePathwayStateOfPractice,
  carePathwayStates,
  type CarePathwayStep,
  type CarePathwayTurn,
  carePathwaySteps,
  carePathwayTurns,
} from './care-pathway.ts'
import { CustomerListRow } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { createPageSchema, CustomerId, IsoInstant, PageQuery } from './value-schemas.ts'

export type CustomerListName = `turn-${CarePathwayTurn}` | `step-${CarePathwayStep}` | 'hourless' | 'inactive'

/**
 * Each list is an index: one for each turn and step, by deadline; those without an upcoming consultation and all,
 * longest idle first.
 */
export const customerListNames = [
  ...carePathwayTurns.map((turn) => `turn-${turn}` as const),
  ...carePathwaySteps.map((step) => `step-${step}` as const),
  'hourless',
  'inactive',
] as const satisfies readonly CustomerListName[]

/** States on the practice's turn that lists of the agenda show: paid without an hour, to confirm, to close. */
const statesListedByAgenda = [
  'hour-to-propose',
  'hour-to-confirm',
  'first-to-close',
  'follow-up-to-confirm',
  'follow-up-to-close',
] as const satisfies readonly CarePathwayStateOfPractice[]

/** What the practice owes by a day: every other state on its turn is a task, by the state's deadline. */
export type CarePathwayTaskKind = Exclude<CarePathwayStateOfPractice, (typeof statesListedByAgenda)[number]>

const isListedByAgenda = (state: string): boolean => statesListedByAgenda.some((each) => each === state)

export const carePathwayTaskKinds: readonly CarePathwayTaskKind[] = carePathwayStates.flatMap(({ id, turn }) =>
  turn === 'practice' && !isListedByAgenda(id) ? [id as CarePathwayTaskKind] : [],
)

export const taskKindsBesidePathway = [
  'email-unproven',
  'payment-disputed',
  'question-waiting',
  'questionnaire-unread',
  'adherence-falling',
  'check-in-worse',
  'analysis-unexplained',
  'pack-ending',
  'budget-question',
  'budget-late',
  'budget-invoice',
  'budget-credit-note',
] as const

/** Tasks for the practice that are in no other list. */
export const customerTaskKinds = [...carePathwayTaskKinds, ...taskKindsBesidePathway] as const
export type CustomerTaskKind = (typeof customerTaskKinds)[number]

/** `tasks`: beside what the state says. */
export const CustomerPathway = z.extend(CarePathway, { tasks: z.array(z.enum(taskKindsBesidePathway)) })
export type CustomerPathway = z.infer<typeof CustomerPathway>

export const CarePathwaySummary = z.pick(CarePathway, { state: true, step: true, turn: true, due: true })
export type CarePathwaySummary = z.infer<typeof CarePathwaySummary>

export const CustomerPathwayRow = z.extend(CustomerListRow, {
  ...CarePathwaySummary.shape,
  idleSince: z.nullable(IsoInstant),
})
export type CustomerPathwayRow = z.infer<typeof CustomerPathwayRow>

/**
 * `at`: since when; for a pack its last day, for what is owed by a day that day. The percents are of falling adherence.
 */
const CustomerTask = z.object({
  kind: z.enum(customerTaskKinds),
  customerId: CustomerId,
  customerName: z.string(),
  at: IsoInstant,
  percent: z.nullable(z.number()),
  percentBefore: z.nullable(z.number()),
})
export type CustomerTask = z.infer<typeof CustomerTask>

export const MAX_LISTED_TASKS = 25

export const customerListEndpoints = {
  /** By place in the care pathway; up to two minutes old. */
  listPathways: defineEndpoint({
    method: 'GET',
    path: '/customers/pathways',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, { list: z.enum(customerListNames) }),
    reply: createPageSchema(CustomerPathwayRow),
    audit: 'none',
    refusals: [],
  }),
  listTasks: defineEndpoint({
    method: 'GET',
    path: '/customers/tasks',
    allow: ['administrador'],
    opens: 'list',
    reply: z.object({ items: z.array(CustomerTask), more: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
}
