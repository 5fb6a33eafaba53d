import * as z from 'zod/mini'
import type { NoShowRule } from '#contract/cancellation-rules'
import type { ConsultationType } from '#contract/consultation-types'
import {
  type Closure,
  type ExtraOpening,
  OpeningHours,
  openingHoursLabels,
  type OpenInterval,
  type Weekday,
} from '#contract/opening-hours'
import { getObjectKeys } from '#contract/record-fields'

interface LengthValues {
  readonly durationMinutes: string
  readonly pauseMinutes: string
}

export interface OpeningHoursValues extends Record<Weekday, OpenInterval[]> {
  closures: Closure[]
  extraOpenings: ExtraOpening[]
  types: Record<ConsultationType, LengthValues>
  startEveryMinutes: string
  noticeHours: string
  horizonDays: string
  answerDays: string
  noShowRule: NoShowRule
  roomUrl: string
}

const mapTypes = <From, To>(types: Readonly<Record<ConsultationType, From>>, map: (from: From) => To) =>
  Object.fromEntries(getObjectKeys(types).map((type) => [type, map(types[type])])) as Record<ConsultationType, To>

export const toOpeningHoursValues = (hours: OpeningHours): OpeningHoursValues => ({
  ...structuredClone(hours),
  types: mapTypes(hours.types, ({ durationMinutes, pauseMinutes }) => ({
    durationMinutes: `${durationMinutes}`,
    pauseMinutes: `${pauseMinutes}`,
  })),
  startEveryMinutes: `${hours.startEveryMinutes}`,
  noticeHours: `${hours.noticeHours}`,
  horizonDays: `${hours.horizonDays}`,
  answerDays: `${hours.answerDays}`,
  roomUrl: hours.roomUrl ?? '',
})

const toNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

const toEnteredRoom = (roomUrl: string): { roomUrl?: string | undefined } => (roomUrl.trim() === '' ? {} : { roomUrl })

const toEntered = ({ roomUrl, ...values }: OpeningHoursValues) => ({
  ...values,
  types: mapTypes(values.types, ({ durationMinutes, pauseMinutes }) => ({
    durationMinutes: toNumber(durationMinutes),
    pauseMinutes: toNumber(pauseMinutes),
  })),
  startEveryMinutes: toNumber(values.startEveryMinutes),
  noticeHours: toNumber(values.noticeHours),
  horizonDays: toNumber(values.horizonDays),
  answerDays: toNumber(values.answerDays),
  ...toEnteredRoom(roomUrl),
})

const past = 'Esa fecha ya ha pasado'

/** The contract's rules, and the one server rule that needs the date. */
export const createOpeningHoursForm = (today: string) =>
  z.pipe(
    z.transform(toEntered),
    OpeningHours.check(
      z.superRefine(({ closures, extraOpenings }, context) => {
        closures.forEach(({ to }, index) => {
          if (to < today) context.addIssue({ code: 'custom', path: ['closures', index, 'to'], message: past })
        })
        extraOpenings.forEach(({ day }, index) => {
          if (day < today) context.addIssue({ code: 'custom', path: ['extraOpenings', index, 'day'], message: past })
        })
      }),
    ),
  )

type Field = keyof OpeningHoursValues

const openingHoursFields = getObjectKeys(openingHoursLabels)

export const findChangedFields = (before: OpeningHoursValues, now: OpeningHoursValues): readonly Field[] =>
  openingHoursFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))

export const daysOfWeek = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[]

/** Also accepts `9`, `9.30` and `930`; other texts are returned for the contract to refuse. */
export function completeTime(typed: string): string {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?h?$/.exec(typed.trim()) ?? []
  return hours === '' ? typed : `${hours.padStart(2, '0')}:${minutes}`
}

export function proposeInterval(intervals: readonly OpenInterval[]): OpenInterval {
  const closed = intervals.at(-1)?.closesAt
  if (!closed) return { opensAt: '09:00', closesAt: '14:00' }
  if (closed < '16:00') return { opensAt: '16:00', closesAt: '19:00' }
  return { opensAt: '', closesAt: '' }
}
