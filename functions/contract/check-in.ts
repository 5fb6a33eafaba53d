import * as z from 'zod/mini'
import { addDays, mondayOf, toPracticeDay, weekdayOf } from './calendar-days.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { createOptionalTextField, getFieldInputSchemas, getFieldValueSchemas } from './record-fields.ts'
import { SingleLineText } from './text-schemas.ts'
import { CalendarDay, CustomerId, IsoInstant } from './value-schemas.ts'

/** In the order of the form. */
export const checkInItems = ['bloating', 'energy', 'sleep', 'mood'] as const
export type CheckInItem = (typeof checkInItems)[number]

/** Of each 1 is the worst and 5 the best, so that a higher sum is a better week. */
export const checkInSteps = [1, 2, 3, 4, 5] as const
const Step = z.int().check(z.minimum(1), z.maximum(5))

const createStepField = (label: string) => ({ label, value: Step, entered: Step })

export const checkInFields = {
  bloating: createStepField('Hinchazón'),
  energy: createStepField('Energía'),
  sleep: createStepField('Sueño'),
  mood: createStepField('Ánimo'),
  note: createOptionalTextField('Comentario', SingleLineText.check(z.maxLength(200))),
}

/** A week by its Monday at the practice. */
const Week = CalendarDay.check(z.refine((day) => weekdayOf(day) === 1))

export const CheckIn = z.object({
  week: CalendarDay,
  ...getFieldValueSchemas(checkInFields),
  answeredAt: IsoInstant,
})
export type CheckIn = z.infer<typeof CheckIn>

export const CustomerCheckIn = z.extend(CheckIn, { seenAt: z.nullable(IsoInstant) })
export type CustomerCheckIn = z.infer<typeof CustomerCheckIn>

/** How many weeks are listed: half a year, twice as long as a process. */
const CHECK_IN_WEEKS = 26

export const listedCheckInWeeks = (today: string) => ({
  from: addDays(mondayOf(today), -7 * (CHECK_IN_WEEKS - 1)),
  to: mondayOf(today),
})

/** For so many days after its week an answer that waited for a connection is taken. */
const LATE_DAYS = 7

/** Written within its week, and not much later. */
export function isCheckInOpen(week: string, answeredAt: string, now: Date): boolean {
  const last = addDays(week, 6)
  const day = toPracticeDay(answeredAt)
  return day >= week && day <= last && toPracticeDay(now) <= addDays(last, LATE_DAYS)
}

type Scores = Pick<CheckIn, CheckInItem>

const sumOf = (scores: Scores): number => checkInItems.reduce((sum, item) => sum + scores[item], 0)

/** Two weeks worse: the latest adds up to less than the week before, and that one to less than its own. A gap ends it. */
export function isGettingWorse(latestFirst: readonly (Scores & { readonly week: string })[]): boolean {
  const [latest, before, first] = latestFirst
  if (!latest || !before || !first) return false
  const areConsecutive = before.week === addDays(latest.week, -7) && first.week === addDays(before.week, -7)
  return areConsecutive && sumOf(latest) < sumOf(before) && sumOf(before) < sumOf(first)
}

const ofCustomer = z.object({ customerId: CustomerId })

/** The latest week first. A week without an answer is not there. */
const createWeeksSchema = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })

export const checkInEndpoints = {
  listCheckInsOfMine: defineEndpoint({
    method: 'GET',
    path: '/questionnaire/check-ins',
    allow: ['cliente'],
    reply: createWeeksSchema(CheckIn),
    audit: 'none',
    refusals: [],
  }),
  /** Of two answers for one week the later one counts, in whichever order they arrive. */
  saveCheckIn: defineEndpoint({
    method: 'PUT',
    path: '/questionnaire/check-ins',
    allow: ['cliente'],
    body: z.strictObject({
      week: Week,
      ...getFieldInputSchemas(checkInFields),
      /** When it was written. */
      at: z.optional(IsoInstant),
    }),
    reply: CheckIn,
    audit: 'CHECK_IN_SAVED',
    ...ownHealthDataEndpointOptions,
    refusals: [...ownHealthDataEndpointOptions.refusals, 'check-in-closed'],
  }),
  listCheckInsOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/check-ins',
    allow: ['administrador'],
    opens: 'check-ins',
    params: ofCustomer,
    reply: createWeeksSchema(CustomerCheckIn),
    audit: 'none',
    refusals: [],
  }),
  /** Of the answer that was read: one that the client has changed since is new again. */
  seeCheckIn: defineEndpoint({
    method: 'PUT',
    path: '/customers/{customerId}/check-ins/seen',
    allow: ['administrador'],
    opens: 'nothing',
    params: ofCustomer,
    body: z.strictObject({ week: Week, answeredAt: IsoInstant }),
    reply: z.object({ seenAt: IsoInstant }),
    audit: 'none',
    refusals: ['changed-meanwhile'],
  }),
}
