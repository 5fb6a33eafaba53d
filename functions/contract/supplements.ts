import * as z from 'zod/mini'
import {
  AddSupplementByDoseTime,
  AddClientSupplement,
  ClientSupplement,
  EditClientSupplement,
  ClientSupplementVersionNumber,
} from './client-supplement.ts'
import { daysBetween } from './calendar-days.ts'
import { doseTimeOptions } from './dosing.ts'
import { defineEndpoint } from './endpoint.ts'
import { protocolEndpoints } from './protocol.ts'
import { supplementCatalogueEndpoints } from './supplement-catalogue.ts'
import {
  ClientSupplementId,
  CustomerId,
  CalendarDay,
  IsoInstant,
  createPageSchema,
  PageQuery,
} from './value-schemas.ts'

export const DOSE_TICK_DAYS = 7

export const TakenDose = z.object({
  clientSupplementId: ClientSupplementId,
  day: CalendarDay,
  time: z.enum(doseTimeOptions),
})
export type TakenDose = z.infer<typeof TakenDose>

/** Due by a prescription that has been changed or removed since. */
export const ReplacedDose = z.extend(TakenDose, {
  name: ClientSupplement.shape.name,
  amount: ClientSupplement.shape.amount,
  unit: ClientSupplement.shape.unit,
  foodRelation: ClientSupplement.shape.foodRelation,
})
export type ReplacedDose = z.infer<typeof ReplacedDose>

/** How many weeks of doses are counted, this one included. */
export const ADHERENCE_WEEKS = 12

/** The oldest week first, by its Monday; of this one what was due until yesterday. */
const DosesByWeek = z.object({ items: z.array(z.object({ week: CalendarDay, due: z.number(), taken: z.number() })) })

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.object({ customerId: CustomerId, clientSupplementId: ClientSupplementId })
const stale = 'changed-meanwhile'

export const supplements = {
  listMine: defineEndpoint({
    method: 'GET',
    path: '/supplements/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  /** Those that were taken, and those that the present protocol does not name any more. */
  listDoses: defineEndpoint({
    method: 'GET',
    path: '/supplements/doses',
    allow: ['cliente'],
    query: z.object({ from: CalendarDay, to: CalendarDay }).check(
      z.refine(({ from, to }) => from <= to && daysBetween(from, to) <= 92, {
        error: 'Elige como máximo tres meses',
      }),
    ),
    reply: z.object({ items: z.array(TakenDose), replaced: z._default(z.array(ReplacedDose), []) }),
    audit: 'none',
    refusals: [],
  }),
  /** Ticks or unticks a dose; idempotent. */
  tick: defineEndpoint({
    method: 'PUT',
    path: '/supplements/doses',
    allow: ['cliente'],
    body: z.strictObject({
      ...TakenDose.shape,
      taken: z.boolean(),
      /** Of two changes to one dose the later one counts, in whichever order they arrive. */
      at: z.optional(IsoInstant),
    }),
    reply: z.extend(TakenDose, { taken: z.boolean() }),
    audit: 'none',
    health: true,
    refusals: ['dose-not-due', 'health-consent-required'],
  }),
  /** 'Ya lo he pedido', and taking it back; idempotent. `runsOutDay` is the last day of the pack that was shown. */
  setPackOrdered: defineEndpoint({
    method: 'PUT',
    path: '/supplements/mine/{clientSupplementId}/pack-order',
    allow: ['cliente'],
    params: z.object({ clientSupplementId: ClientSupplementId }),
    body: z.strictObject({ ordered: z.boolean(), runsOutDay: CalendarDay }),
    reply: ClientSupplement,
    audit: 'none',
    health: true,
    refusals: [stale, 'health-consent-required'],
  }),
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    query: PageQuery,
    reply: createPageSchema(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  adherence: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    reply: z.object({ due: z.number(), taken: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  listWeeksOfMine: defineEndpoint({
    method: 'GET',
    path: '/supplements/mine/weeks',
    allow: ['cliente'],
    reply: DosesByWeek,
    audit: 'none',
    refusals: [],
  }),
  listWeeksOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence/weeks',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    reply: DosesByWeek,
    audit: 'none',
    refusals: [],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddClientSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  addByMoment: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/by-moment',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddSupplementByDoseTime,
    reply: z.object({ items: z.array(ClientSupplement) }),
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  edit: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: EditClientSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_CHANGED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/finish',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: ClientSupplementVersionNumber }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_FINISHED',
    refusals: [stale],
  }),
  /** Undoes today's 'Finalizar': restores status and end date. */
  reopen: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/reopen',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: ClientSupplementVersionNumber }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_REOPENED',
    refusals: [stale],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    query: z.object({ version: z.coerce.number().check(z.int(), z.positive()) }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_REMOVED',
    refusals: [stale],
  }),
  /** 'Pautas por revisar': prescriptions stored before contradictions were refused. */
  toReview: defineEndpoint({
    method: 'GET',
    path: '/supplements/to-review',
    allow: ['administrador'],
    opens: 'supplements',
    reply: z.object({
      items: z.array(z.object({ customerId: CustomerId, customerName: z.string(), supplement: ClientSupplement })),
    }),
    audit: 'none',
    refusals: [],
  }),
  ...supplementCatalogueEndpoints,
  ...protocolEndpoints,
}
