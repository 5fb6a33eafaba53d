import * as z from 'zod/mini'
import { AddByMoment, AddSupplement, ClientSupplement, EditSupplement, Version } from './client-supplement.ts'
import { daysBetween } from './days.ts'
import { times } from './dosing.ts'
import { endpoint } from './endpoint.ts'
import { supplementCatalogue } from './supplement-catalogue.ts'
import { ClientSupplementId, CustomerId, Day, Instant, pageOf, PageQuery } from './values.ts'

export const TICK_DAYS = 7

export const Dose = z.object({ clientSupplementId: ClientSupplementId, day: Day, time: z.enum(times) })
export type Dose = z.infer<typeof Dose>

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.object({ customerId: CustomerId, clientSupplementId: ClientSupplementId })
const stale = 'changed-meanwhile'

export const supplements = {
  listMine: endpoint({
    method: 'GET',
    path: '/supplements/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: pageOf(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  listDoses: endpoint({
    method: 'GET',
    path: '/supplements/doses',
    allow: ['cliente'],
    query: z.object({ from: Day, to: Day }).check(
      z.refine(({ from, to }) => from <= to && daysBetween(from, to) <= 92, {
        error: 'Elige como máximo tres meses',
      }),
    ),
    reply: z.object({ items: z.array(Dose) }),
    audit: 'none',
    refusals: [],
  }),
  /** Ticks or unticks a dose; idempotent. */
  tick: endpoint({
    method: 'PUT',
    path: '/supplements/doses',
    allow: ['cliente'],
    body: z.strictObject({
      ...Dose.shape,
      taken: z.boolean(),
      /** Of two changes to one dose the later one counts, in whichever order they arrive. */
      at: z.optional(Instant),
    }),
    reply: z.extend(Dose, { taken: z.boolean() }),
    audit: 'none',
    health: true,
    refusals: ['dose-not-due', 'health-consent-required'],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    query: PageQuery,
    reply: pageOf(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  adherence: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    reply: z.object({ due: z.number(), taken: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  add: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: ['health-basis-required'],
  }),
  addByMoment: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/by-moment',
    allow: ['administrador'],
    opens: 'supplements',
    status: 201,
    params: ofCustomer,
    body: AddByMoment,
    reply: z.object({ items: z.array(ClientSupplement) }),
    audit: 'SUPPLEMENT_ADDED',
    health: true,
    refusals: ['health-basis-required'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: EditSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_CHANGED',
    health: true,
    refusals: [stale, 'health-basis-required'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/finish',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: Version }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_FINISHED',
    refusals: [stale],
  }),
  /** Undoes today's 'Finalizar': restores status and end date. */
  reopen: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/reopen',
    allow: ['administrador'],
    opens: 'supplements',
    params,
    body: z.strictObject({ version: Version }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_REOPENED',
    refusals: [stale],
  }),
  remove: endpoint({
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
  toReview: endpoint({
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
  ...supplementCatalogue,
}
