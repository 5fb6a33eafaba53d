import * as z from 'zod'
import { Dosing, times } from './dosing.ts'
import { endpoint } from './endpoint.ts'
import { ClientSupplementId, CustomerId, Day, Instant, pageOf, PageQuery, SupplementId, TemplateId } from './values.ts'

export const supplementStatuses = ['active', 'completed', 'paused', 'discontinued'] as const
export type SupplementStatus = (typeof supplementStatuses)[number]

/** How far back a client may still tick a dose. Days. */
export const TICK_DAYS = 7

const Name = z.string().trim().min(1, { error: 'Indica el suplemento' }).max(120)
const Version = z.number().int().positive()

/** An entry of the practice's catalogue. */
const Supplement = z.object({
  supplementId: SupplementId,
  name: z.string(),
  description: z.string().nullable(),
  instructions: z.string().nullable(),
})

const Course = Dosing.extend({
  duration: z.string().trim().max(80).nullable().default(null),
  startDate: Day,
  endDate: Day.nullable().default(null),
  /** Doses in the pack that is begun on the first day; with it the day is known on which it runs out. */
  packDoses: z.number().int().positive().max(10_000).nullable().default(null),
})

const ordered = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate
const disordered = { error: 'El final no puede ser anterior al inicio', path: ['endDate'] }

/** A supplement of a client's protocol, with the strings that the practice's documents show. */
export const ClientSupplement = Course.extend({
  clientSupplementId: ClientSupplementId,
  supplementId: SupplementId,
  name: z.string(),
  status: z.enum(supplementStatuses),
  /** `500 mg` */
  dosage: z.string(),
  /** `2 veces al día - Mañana, Noche` */
  frequencyText: z.string(),
  /** The labelled lines Suplemento, Cómo tomar con comida, Patrón, Instrucciones. */
  instructionsText: z.string(),
  createdAt: Instant,
  version: Version,
})
export type ClientSupplement = z.infer<typeof ClientSupplement>

/** A supplement to be added. A name that the catalogue does not know becomes an entry of it. */
const AddSupplement = Course.extend({ name: Name }).strict().refine(ordered, disordered)
const EditSupplement = Course.extend({ status: z.enum(supplementStatuses), version: Version })
  .strict()
  .refine(ordered, disordered)

/** How a supplement was dosed before, without a word of whom for. */
export const UsedBefore = Dosing.omit({ instructions: true }).extend({ name: z.string() })
export type UsedBefore = z.infer<typeof UsedBefore>

/** A dosing that was kept on purpose, with its text. */
export const Template = Dosing.extend({ templateId: TemplateId, name: z.string() })
export type Template = z.infer<typeof Template>

/** A dose that has been taken. */
export const Dose = z.object({ clientSupplementId: ClientSupplementId, day: Day, time: z.enum(times) })
export type Dose = z.infer<typeof Dose>

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.object({ customerId: CustomerId, clientSupplementId: ClientSupplementId })
const stale = 'changed-meanwhile'

export const supplements = {
  /** The caller's own protocol, newest first. */
  listMine: endpoint({
    method: 'GET',
    path: '/supplements/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: pageOf(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  /** Which of the caller's doses have been taken in a stretch of days, the last day included. */
  listDoses: endpoint({
    method: 'GET',
    path: '/supplements/doses',
    allow: ['cliente'],
    query: z.object({ from: Day, to: Day }).refine(({ from, to }) => from <= to && daysBetween(from, to) <= 92, {
      error: 'Como mucho, tres meses',
    }),
    reply: z.object({ items: z.array(Dose) }),
    audit: 'none',
    refusals: [],
  }),
  /** Ticks a dose as taken, or takes the tick back. Twice is the same as once. */
  tick: endpoint({
    method: 'PUT',
    path: '/supplements/doses',
    allow: ['cliente'],
    body: Dose.extend({ taken: z.boolean() }).strict(),
    reply: Dose.extend({ taken: z.boolean() }),
    audit: 'none',
    refusals: ['dose-not-due'],
  }),
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    params: ofCustomer,
    query: PageQuery,
    reply: pageOf(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
  /** How many of a client's due doses were taken in the last thirty days. */
  adherence: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/adherence',
    allow: ['administrador'],
    params: ofCustomer,
    reply: z.object({ due: z.number(), taken: z.number() }),
    audit: 'none',
    refusals: [],
  }),
  add: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements',
    allow: ['administrador'],
    status: 201,
    params: ofCustomer,
    body: AddSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_ADDED',
    refusals: [],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    params,
    body: EditSupplement,
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_CHANGED',
    refusals: [stale],
  }),
  /** 'Finalizar': completed, as of today. */
  finish: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/{clientSupplementId}/finish',
    allow: ['administrador'],
    params,
    body: z.strictObject({ version: Version }),
    reply: ClientSupplement,
    audit: 'SUPPLEMENT_FINISHED',
    refusals: [stale],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/{customerId}/supplements/{clientSupplementId}',
    allow: ['administrador'],
    params,
    query: z.object({ version: z.coerce.number().int().positive() }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_REMOVED',
    refusals: [stale],
  }),
  /** The catalogue, by name. */
  catalogue: endpoint({
    method: 'GET',
    path: '/supplements/catalogue',
    allow: ['administrador'],
    reply: z.object({ items: z.array(Supplement) }),
    audit: 'none',
    refusals: [],
  }),
  /** What was prescribed lately, each dosing once, without clients and without free text. */
  usedBefore: endpoint({
    method: 'GET',
    path: '/supplements/used',
    allow: ['administrador'],
    reply: z.object({ items: z.array(UsedBefore) }),
    audit: 'none',
    refusals: [],
  }),
  templates: endpoint({
    method: 'GET',
    path: '/supplements/templates',
    allow: ['administrador'],
    reply: z.object({ items: z.array(Template) }),
    audit: 'none',
    refusals: [],
  }),
  saveTemplate: endpoint({
    method: 'POST',
    path: '/supplements/templates',
    allow: ['administrador'],
    status: 201,
    body: Dosing.extend({ name: Name }).strict(),
    reply: Template,
    audit: 'SUPPLEMENT_TEMPLATE_SAVED',
    refusals: [],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/supplements/templates/{templateId}',
    allow: ['administrador'],
    params: z.object({ templateId: TemplateId }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'SUPPLEMENT_TEMPLATE_REMOVED',
    refusals: [],
  }),
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
