import * as z from 'zod/mini'
import { addDays, mondayOf, toPracticeDay, weekdayOf } from './calendar-days.ts'
import { defineEndpoint } from './endpoint.ts'
import { ownHealthDataEndpointOptions } from './health-consent.ts'
import { createOptionalTextField, getFieldInputSchemas, getFieldValueSchemas } from './record-fields.ts'
import { SingleLineText } from './text-schemas.ts'
import { CalendarDay, CustomerId, IsoInstant } from './value-schemas.ts'

export const checkInItems = ['bloating', 'energy', 'sleep', 'mood'] as const
export type CheckInItem = (typeof checkInItems)[number]

/** 1 is the worst and 5 the best of each item, so a higher sum is a better week. */
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

/** A week is named by its Monday, in the practice's time zone. */
const Week = CalendarDay.check(z.refine((day) => weekdayOf(day) === 1))

export const CheckIn = z.object({
  week: CalendarDay,
  ...getFieldValueSchemas(checkInFields),
  answeredAt: IsoInstant,
})
export type CheckIn = z.infer<typeof CheckIn>

export const CustomerCheckIn = z.extend(CheckIn, { seenAt: z.nullable(IsoInstant) })
export type CustomerCheckIn = z.infer<typeof CustomerCheckIn>

/** Half a year, twice the length of a process. */
const CHECK_IN_WEEKS = 26

export const listedCheckInWeeks = (today: string) => ({
  from: addDays(mondayOf(today), -7 * (CHECK_IN_WEEKS - 1)),
  to: mondayOf(today),
})

/** Days after its week in which a late answer, written offline, is accepted. */
const LATE_DAYS = 7

export function isCheckInOpen(week: string, answeredAt: string, now: Date): boolean {
  const last = addDays(week, 6)
  const day = toPracticeDay(answeredAt)
  return day >= week && day <= last && toPracticeDay(now) <= addDays(last, LATE_DAYS)
}

type Scores = Pick<CheckIn, CheckInItem>

const sumOf = (scores: Scores): number => checkInItems.reduce((sum, item) => sum + scores[item], 0)

/** Two declines in a row: each sum is less than that of the week before. A gap ends the series. */
export function isGettingWorse(latestFirst: readonly (Scores & { readonly week: string })[]): boolean {
  const [latest, before, first] = latestFirst
  if (!latest || !before || !first) return false
  const areConsecutive = before.week === addDays(latest.week, -7) && first.week === addDays(before.week, -7)
  return areConsecutive && sumOf(latest) < sumOf(before) && sumOf(before) < sumOf(first)
}

const ofCustomer = z.object({ customerId: CustomerId })

/** Newest week first; weeks without an answer are missing. */
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
  /** The answer with the later `at` wins, in whichever order they arrive. */
  saveCheckIn: defineEndpoint({
    method: 'PUT',
    path: '/questionnaire/check-ins',
    allow: ['cliente'],
    body: z.strictObject({
      week: Week,
      ...getFieldInputSchemas(checkInFields),
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
  /** Refers to the answer read: one changed since is unseen again. */
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
