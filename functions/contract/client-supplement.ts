import * as z from 'zod/mini'
import {
  computePackRunOutDay,
  Dosing,
  dosingFields,
  type DoseFrequency,
  sortDistinctDoseTimes,
  doseTimeOptions,
} from './dosing.ts'
import { findDosingContradiction, rejectDosingContradiction } from './dosing-contradiction.ts'
import { getFieldInputSchemas, createOptionalTextField, getFieldValueSchemas } from './record-fields.ts'
import { SingleLineText, ItemNameText } from './text-schemas.ts'
import { ClientSupplementId, CalendarDay, IsoInstant, SupplementId } from './value-schemas.ts'

export const supplementStatuses = ['active', 'completed', 'paused', 'discontinued'] as const
export type SupplementStatus = (typeof supplementStatuses)[number]

export const SupplementName = ItemNameText.check(z.minLength(1, { error: 'Indica el suplemento' }), z.maxLength(120))
export const ClientSupplementVersionNumber = z.int().check(z.positive())

/** An earlier date is a typing error. */
const EARLIEST = '2000-01-01'

const StartDate = CalendarDay.check(
  z.refine((day) => day >= EARLIEST, { error: 'El inicio no puede ser anterior a 2000' }),
)
const EndDate = z._default(z.nullable(CalendarDay), null)
const PackDoses = z._default(z.nullable(z.int().check(z.positive(), z.maximum(10_000))), null)

export const clientSupplementFields = {
  ...dosingFields,
  duration: createOptionalTextField('Duración', SingleLineText.check(z.maxLength(80))),
  startDate: { label: 'Inicio', value: CalendarDay, entered: StartDate },
  endDate: { label: 'Final', value: EndDate, entered: EndDate },
  /** Doses in the pack started on the first day; its last day is computed from it. */
  packDoses: { label: 'Tomas por envase', value: PackDoses, entered: PackDoses },
}
export type ClientSupplementField = keyof typeof clientSupplementFields

export const SupplementCourse = z.object(getFieldInputSchemas(clientSupplementFields))

export const isDateOrder = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate
export const dateOrderProblem = { error: 'El final no puede ser anterior al inicio', path: ['endDate'] }

export const ClientSupplement = z.object({
  ...getFieldValueSchemas(clientSupplementFields),
  clientSupplementId: ClientSupplementId,
  supplementId: SupplementId,
  name: z.string(),
  status: z.enum(supplementStatuses),
  /** Shared by the rows of one supplement with different amounts at different moments. */
  groupId: z._default(z.nullable(z.string()), null),
  /** When the client marked another pack as ordered; null again once a pack with another last day is prescribed. */
  packOrderedOn: z._default(z.nullable(CalendarDay), null),
  canReopen: z._default(z.boolean(), false),
  dosage: z.string(),
  frequencyText: z.string(),
  /** Labelled lines: Suplemento, Cómo tomar con comida, Patrón, Instrucciones. */
  instructionsText: z.string(),
  createdAt: IsoInstant,
  /** First day counted by this version: the day of its prescription or last change. */
  countedFrom: CalendarDay,
  version: ClientSupplementVersionNumber,
})
export type ClientSupplement = z.infer<typeof ClientSupplement>

/** The same `requestId` is the same prescription; with other content it is refused. */
export const AddClientSupplement = z
  .strictObject({ ...SupplementCourse.shape, name: SupplementName, requestId: z.uuid() })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(rejectDosingContradiction))
export type AddClientSupplement = z.infer<typeof AddClientSupplement>

export const EditClientSupplement = z
  .strictObject({
    ...SupplementCourse.shape,
    status: z.enum(supplementStatuses),
    version: ClientSupplementVersionNumber,
  })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(rejectDosingContradiction))

export const MAX_MOMENTS = 3

/**
 * A supplement with different amounts at different moments, such as 1 at breakfast and 2 at dinner. One row for each
 * moment, so that each row's text states its whole dose. `requestId` as above.
 */
export const AddSupplementByDoseTime = z
  .strictObject({
    ...z.omit(SupplementCourse, { amount: true, frequency: true, times: true, packDoses: true }).shape,
    name: SupplementName,
    requestId: z.uuid(),
    doses: z
      .array(z.strictObject({ time: z.enum(doseTimeOptions), amount: Dosing.shape.amount }))
      .check(
        z.minLength(2, { error: 'Con un solo momento basta una cantidad' }),
        z.maxLength(MAX_MOMENTS, { error: `Puede tener como máximo ${MAX_MOMENTS} momentos` }),
      ),
  })
  .check(
    z.refine(isDateOrder, dateOrderProblem),
    z.superRefine(({ doses, ...course }, context) => {
      if (doses.length < 2) return
      const frequency: DoseFrequency = doses.length === 2 ? '2 veces al día' : '3 veces al día'
      const found = findDosingContradiction({ ...course, frequency, times: doses.map(({ time }) => time) })
      if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
    }),
  )
export type AddSupplementByDoseTime = z.infer<typeof AddSupplementByDoseTime>

export const splitSupplementByDoseTime = <Whole extends Pick<AddSupplementByDoseTime, 'doses'>>({
  doses,
  ...course
}: Whole) =>
  sortDistinctDoseTimes(doses.map(({ time }) => time)).map((moment) => ({
    ...course,
    amount: doses.find(({ time }) => time === moment)?.amount ?? Number.NaN,
    frequency: '1 vez al día' as const,
    times: [moment],
    packDoses: null,
  }))

/**
 * Days before and after a pack's last dose in which the client's panel and the practice's tasks show that it ends:
 * before, about the time of a delivery; after, another pack has been started.
 */
export const PACK_DAYS_BEFORE = 7
export const PACK_DAYS_AFTER = 3

/** @returns undefined when the pack's doses are unknown, or the course ends first */
export const findPackRunOutDay = (
  course: Pick<ClientSupplement, 'packDoses'> & Parameters<typeof computePackRunOutDay>[0],
): string | undefined => (course.packDoses ? computePackRunOutDay(course, course.packDoses) : undefined)

export const computeSupplementStatus = (
  { status, endDate }: Pick<ClientSupplement, 'status' | 'endDate'>,
  today: string,
): SupplementStatus => (status === 'active' && endDate !== null && endDate < today ? 'completed' : status)

export const needsSupplementReview = (
  course: Omit<Dosing, 'amount' | 'unit'> & Parameters<typeof computeSupplementStatus>[0] & { startDate: string },
  today: string,
): boolean =>
  ['active', 'paused'].includes(computeSupplementStatus(course, today)) && findDosingContradiction(course) !== undefined

/** Oldest week first, named by its Monday; the current week counts until yesterday. */
export const DosesByWeek = z.object({
  items: z.array(z.object({ week: CalendarDay, due: z.number(), taken: z.number() })),
})
