import * as z from 'zod/mini'
import { ClientSupplement, DosesByWeek } from './client-supplement.ts'
import { daysBetween } from './calendar-days.ts'
import { doseTimeOptions } from './dosing.ts'
import { defineEndpoint } from './endpoint.ts'
import { ClientSupplementId, CalendarDay, IsoInstant, createPageSchema, PageQuery } from './value-schemas.ts'

export const DOSE_TICK_DAYS = 7

export const TakenDose = z.object({
  clientSupplementId: ClientSupplementId,
  day: CalendarDay,
  time: z.enum(doseTimeOptions),
})
export type TakenDose = z.infer<typeof TakenDose>

export const ReplacedDose = z.extend(TakenDose, {
  name: ClientSupplement.shape.name,
  amount: ClientSupplement.shape.amount,
  unit: ClientSupplement.shape.unit,
  foodRelation: ClientSupplement.shape.foodRelation,
})
export type ReplacedDose = z.infer<typeof ReplacedDose>

export const ownSupplements = {
  listMine: defineEndpoint({
    method: 'GET',
    path: '/supplements/mine',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(ClientSupplement),
    audit: 'none',
    refusals: [],
  }),
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
  /** Idempotent. */
  tick: defineEndpoint({
    method: 'PUT',
    path: '/supplements/doses',
    allow: ['cliente'],
    body: z.strictObject({
      ...TakenDose.shape,
      taken: z.boolean(),
      /** When it was ticked: the later change of a dose wins, in whichever order they arrive. */
      at: z.optional(IsoInstant),
    }),
    reply: z.extend(TakenDose, { taken: z.boolean() }),
    audit: 'none',
    health: true,
    refusals: ['dose-not-due', 'health-consent-required'],
  }),
  /** 'Ya lo he pedido' and its undo; idempotent. `runsOutDay` is the shown last day of the pack. */
  setPackOrdered: defineEndpoint({
    method: 'PUT',
    path: '/supplements/mine/{clientSupplementId}/pack-order',
    allow: ['cliente'],
    params: z.object({ clientSupplementId: ClientSupplementId }),
    body: z.strictObject({ ordered: z.boolean(), runsOutDay: CalendarDay }),
    reply: ClientSupplement,
    audit: 'none',
    health: true,
    refusals: ['changed-meanwhile', 'health-consent-required'],
  }),
  listWeeksOfMine: defineEndpoint({
    method: 'GET',
    path: '/supplements/mine/weeks',
    allow: ['cliente'],
    reply: DosesByWeek,
    audit: 'none',
    refusals: [],
  }),
}
