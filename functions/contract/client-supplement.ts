import * as z from 'zod'
import { Dosing, type Frequency, momentsOf, times } from './dosing.ts'
import { contradictionOf, refuseContradiction } from './dosing-contradiction.ts'
import { Line, ThingName } from './text.ts'
import { ClientSupplementId, Day, Instant, SupplementId } from './values.ts'

export const supplementStatuses = ['active', 'completed', 'paused', 'discontinued'] as const
export type SupplementStatus = (typeof supplementStatuses)[number]

export const Name = ThingName.min(1, { error: 'Indica el suplemento' }).max(120)
export const Version = z.number().int().positive()

/** A day before it is a slip of the keys. */
const EARLIEST = '2000-01-01'

const Course = Dosing.extend({
  duration: Line.max(80).nullable().default(null),
  startDate: Day.refine((day) => day >= EARLIEST, { error: 'El inicio no puede ser anterior a 2000' }),
  endDate: Day.nullable().default(null),
  /** Doses in the pack that is begun on the first day; with it the day is known on which it runs out. */
  packDoses: z.number().int().positive().max(10_000).nullable().default(null),
})

const isDateOrder = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate
const dateOrderProblem = { error: 'El final no puede ser anterior al inicio', path: ['endDate'] }

/** A supplement of a client's protocol, with the strings that the practice's documents show. */
export const ClientSupplement = Course.extend({
  clientSupplementId: ClientSupplementId,
  supplementId: SupplementId,
  name: z.string(),
  // What is stored may be older than the rules of the form.
  amount: z.number(),
  startDate: Day,
  instructions: z.string().nullable().default(null),
  duration: z.string().nullable().default(null),
  status: z.enum(supplementStatuses),
  /** The same for the rows of one supplement of which each moment has an amount of its own. */
  groupId: z.string().nullable().default(null),
  /** Whether it was finished today by 'Finalizar', which can be taken back. */
  canReopen: z.boolean().default(false),
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
export const AddSupplement = Course.extend({ name: Name })
  .strict()
  .refine(isDateOrder, dateOrderProblem)
  .superRefine(refuseContradiction)
export const EditSupplement = Course.extend({ status: z.enum(supplementStatuses), version: Version })
  .strict()
  .refine(isDateOrder, dateOrderProblem)
  .superRefine(refuseContradiction)

/**
 * A supplement of which each moment has an amount of its own, 1 at breakfast and 2 at dinner. It is kept as one row for
 * each, so that the string of each says all of its dose.
 */
export const AddByMoment = Course.omit({ amount: true, frequency: true, times: true, packDoses: true })
  .extend({
    name: Name,
    doses: z
      .array(z.strictObject({ time: z.enum(times), amount: Dosing.shape.amount }))
      .min(2, { error: 'Con un solo momento basta una cantidad' })
      .max(3, { error: 'Puede tener como máximo 3 momentos' }),
  })
  .strict()
  .refine(isDateOrder, dateOrderProblem)
  .superRefine(({ doses, ...course }, context) => {
    if (doses.length < 2) return
    const frequency: Frequency = doses.length === 2 ? '2 veces al día' : '3 veces al día'
    const found = contradictionOf({ ...course, frequency, times: doses.map(({ time }) => time) })
    if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
  })
export type AddByMoment = z.infer<typeof AddByMoment>

/** The rows of such a supplement, in the course of the day. */
export const rowsByMoment = <Whole extends Pick<AddByMoment, 'doses'>>({ doses, ...course }: Whole) =>
  momentsOf(doses.map(({ time }) => time)).map((moment) => ({
    ...course,
    amount: doses.find(({ time }) => time === moment)?.amount ?? Number.NaN,
    frequency: '1 vez al día' as const,
    times: [moment],
    packDoses: null,
  }))

/** How a course stands on a day: one whose last day is over is completed, whether somebody said so or not. */
export const statusOn = (
  { status, endDate }: Pick<ClientSupplement, 'status' | 'endDate'>,
  today: string,
): SupplementStatus => (status === 'active' && endDate !== null && endDate < today ? 'completed' : status)

/** Whether the practice has to mend a prescription: it contradicts itself, and it is or may again be taken. */
export const needsReview = (
  course: Omit<Dosing, 'amount' | 'unit'> & Parameters<typeof statusOn>[0] & { startDate: string },
  today: string,
): boolean => ['active', 'paused'].includes(statusOn(course, today)) && contradictionOf(course) !== undefined
