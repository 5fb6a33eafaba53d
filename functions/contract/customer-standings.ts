import * as z from 'zod/mini'
import {
  CarePathway,
  type CarePathwayStep,
  type CarePathwayTurn,
  carePathwaySteps,
  carePathwayTurns,
} from './care-pathway.ts'
import { CustomerListRow } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { createPageSchema, CustomerId, IsoInstant, PageQuery } from './value-schemas.ts'

export type StandingList = `turn-${CarePathwayTurn}` | `step-${CarePathwayStep}` | 'hourless' | 'inactive'

/** Each is an index: whose turn it is and which step, by deadline; without an hour to come and all, longest idle first. */
export const standingLists = [
  ...carePathwayTurns.map((turn) => `turn-${turn}` as const),
  ...carePathwaySteps.map((step) => `step-${step}` as const),
  'hourless',
  'inactive',
] as const satisfies readonly StandingList[]

/** What waits for the practice and is in no list of its own. */
export const customerTaskKinds = [
  'email-unproven',
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
export type CustomerTaskKind = (typeof customerTaskKinds)[number]

/** What the practice reads of a client's process: with what waits for it, in the order of the kinds. */
export const CustomerPathway = z.extend(CarePathway, { tasks: z.array(z.enum(customerTaskKinds)) })
export type CustomerPathway = z.infer<typeof CustomerPathway>

/** Where a client is in the process, and whose turn it is until when. */
export const Standing = z.pick(CarePathway, { state: true, step: true, turn: true, due: true })
export type Standing = z.infer<typeof Standing>

export const StandingRow = z.extend(CustomerListRow, {
  ...Standing.shape,
  /** Since when nothing has happened, in the lists that are sorted by it. */
  idleSince: z.nullable(IsoInstant),
})
export type StandingRow = z.infer<typeof StandingRow>

/** `at`: since when, or of a pack the day on which it ends. The percents are of falling adherence. */
const CustomerTask = z.object({
  kind: z.enum(customerTaskKinds),
  customerId: CustomerId,
  customerName: z.string(),
  at: IsoInstant,
  percent: z.nullable(z.number()),
  percentBefore: z.nullable(z.number()),
})
export type CustomerTask = z.infer<typeof CustomerTask>

/** Of each kind. */
export const MAX_LISTED_TASKS = 25

export const customerStandingEndpoints = {
  /** Clients by where they are in the process; a change is seen within some two minutes. */
  listStandings: defineEndpoint({
    method: 'GET',
    path: '/customers/standings',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, { list: z.enum(standingLists) }),
    reply: createPageSchema(StandingRow),
    audit: 'none',
    refusals: [],
  }),
  /** `more`: a kind has others than these. */
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
