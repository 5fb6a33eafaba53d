import * as z from 'zod/mini'
import { Dosing, dosingFields, type Frequency, momentsOf, times } from './dosing.ts'
import { contradictionOf, refuseContradiction } from './dosing-contradiction.ts'
import { enteredOf, optionalText, valuesOf } from './record.ts'
import { Line, ThingName } from './text.ts'
import { ClientSupplementId, Day, Instant, SupplementId } from './values.ts'

export const supplementStatuses = ['active', 'completed', 'paused', 'discontinued'] as const
export type SupplementStatus = (typeof supplementStatuses)[number]

export const Name = ThingName.check(z.minLength(1, { error: 'Indica el suplemento' }), z.maxLength(120))
export const Version = z.int().check(z.positive())

/** A day before it is a slip of the keys. */
const EARLIEST = '2000-01-01'

const StartDate = Day.check(z.refine((day) => day >= EARLIEST, { error: 'El inicio no puede ser anterior a 2000' }))
const EndDate = z._default(z.nullable(Day), null)
const PackDoses = z._default(z.nullable(z.int().check(z.positive(), z.maximum(10_000))), null)

/** What the practice prescribes. */
export const courseFields = {
  ...dosingFields,
  duration: optionalText('Duración', Line.check(z.maxLength(80))),
  startDate: { label: 'Inicio', value: Day, entered: StartDate },
  endDate: { label: 'Final', value: EndDate, entered: EndDate },
  /** Doses in the pack that is begun on the first day; with it the day is known on which it runs out. */
  packDoses: { label: 'Tomas por envase', value: PackDoses, entered: PackDoses },
}
export type CourseField = keyof typeof courseFields

const Course = z.object(enteredOf(courseFields))

const isDateOrder = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  endDate === null || endDate >= startDate
const dateOrderProblem = { error: 'El final no puede ser anterior al inicio', path: ['endDate'] }

/** A supplement of a client's protocol, with the strings that the practice's documents show. */
export const ClientSupplement = z.object({
  ...valuesOf(courseFields),
  clientSupplementId: ClientSupplementId,
  supplementId: SupplementId,
  name: z.string(),
  status: z.enum(supplementStatuses),
  /** The same for the rows of one supplement of which each moment has an amount of its own. */
  groupId: z._default(z.nullable(z.string()), null),
  /** Whether it was finished today by 'Finalizar', which can be taken back. */
  canReopen: z._default(z.boolean(), false),
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
export const AddSupplement = z
  .strictObject({ ...Course.shape, name: Name })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(refuseContradiction))
export const EditSupplement = z
  .strictObject({ ...Course.shape, status: z.enum(supplementStatuses), version: Version })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(refuseContradiction))

/**
 * A supplement of which each moment has an amount of its own, 1 at breakfast and 2 at dinner. It is kept as one row for
 * each, so that the string of each says all of its dose.
 */
export const AddByMoment = z
  .strictObject({
    ...z.omit(Course, { amount: true, frequency: true, times: true, packDoses: true }).shape,
    name: Name,
    doses: z
      .array(z.strictObject({ time: z.enum(times), amount: Dosing.shape.amount }))
      .check(
        z.minLength(2, { error: 'Con un solo momento basta una cantidad' }),
        z.maxLength(3, { error: 'Puede tener como máximo 3 momentos' }),
      ),
  })
  .check(
    z.refine(isDateOrder, dateOrderProblem),
    z.superRefine(({ doses, ...course }, context) => {
      if (doses.length < 2) return
      const frequency: Frequency = doses.length === 2 ? '2 veces al día' : '3 veces al día'
      const found = contradictionOf({ ...course, frequency, times: doses.map(({ time }) => time) })
      if (found) context.addIssue({ code: 'custom', message: found.text, path: [found.field] })
    }),
  )
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
