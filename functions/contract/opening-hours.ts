import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { daysBetween } from './calendar-days.ts'
import { AGENDA_STEP_MINUTES, type ConsultationType } from './consultation-types.ts'
import { productCatalogue } from './product-catalogue.ts'
import { RoomUrl } from './room-url.ts'
import { SingleLineText } from './text-schemas.ts'

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/** `HH:MM`, local time of the practice, in steps of `AGENDA_STEP_MINUTES`. */
const OpeningTime = z.string({ error: 'Indica la hora' }).check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Indica la hora', abort: true }),
  z.refine((time) => Number(time.slice(3)) % AGENDA_STEP_MINUTES === 0, {
    error: 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
  }),
)

const intervalFields = { opensAt: OpeningTime, closesAt: OpeningTime }
const opensBeforeClosing = z.refine<{ readonly opensAt: string; readonly closesAt: string }>(
  ({ opensAt, closesAt }) => opensAt < closesAt,
  { path: ['closesAt'], error: 'El cierre tiene que ser después de la apertura' },
)

const OpenInterval = z.strictObject(intervalFields).check(opensBeforeClosing)
export type OpenInterval = z.infer<typeof OpenInterval>

const MAX_INTERVALS_A_DAY = 6

const DayIntervals = z.array(OpenInterval).check(
  z.maxLength(MAX_INTERVALS_A_DAY),
  z.superRefine((intervals, context) => {
    intervals.forEach(({ opensAt }, index) => {
      const before = intervals[index - 1]
      if (before && opensAt < before.closesAt)
        context.addIssue({
          code: 'custom',
          path: [index, 'opensAt'],
          message: `Tiene que ser después de las ${before.closesAt}, cuando cierra el tramo anterior`,
        })
    })
  }),
)

const Day = z.iso.date({ error: 'Indica el día' })

const MAX_CLOSURE_DAYS = 366
const MAX_DATES = 100

const Closure = z
  .strictObject({
    from: Day,
    to: Day,
    reason: SingleLineText.check(z.minLength(1, { error: 'Indica el motivo' }), z.maxLength(80)),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      path: ['to'],
      error: 'El último día no puede ser anterior al primero',
    }),
    z.refine(({ from, to }) => daysBetween(from, to) < MAX_CLOSURE_DAYS, {
      path: ['to'],
      error: 'Un cierre puede durar como máximo un año',
    }),
  )
export type Closure = z.infer<typeof Closure>

const Closures = z.array(Closure).check(
  z.maxLength(MAX_DATES),
  z.superRefine((closures, context) => {
    closures.forEach(({ from, to }, index) => {
      if (closures.slice(0, index).some((other) => other.from <= to && from <= other.to))
        context.addIssue({ code: 'custom', path: [index, 'from'], message: 'Esas fechas ya están en otro cierre' })
    })
  }),
)

const ExtraOpening = z.strictObject({ day: Day, ...intervalFields }).check(opensBeforeClosing)
export type ExtraOpening = z.infer<typeof ExtraOpening>

const ExtraOpenings = z.array(ExtraOpening).check(
  z.maxLength(MAX_DATES),
  z.superRefine((openings, context) => {
    openings.forEach(({ day, opensAt, closesAt }, index) => {
      const isOverlapping = (other: ExtraOpening) =>
        other.day === day && other.opensAt < closesAt && opensAt < other.closesAt
      if (openings.slice(0, index).some(isOverlapping))
        context.addIssue({ code: 'custom', path: [index, 'opensAt'], message: 'Ese rato ya está en otra apertura' })
    })
  }),
)

const createLengths = (shortestMinutes: number, error: string) =>
  z.strictObject({
    durationMinutes: z
      .int({ error: 'Indica la duración' })
      .check(
        z.minimum(shortestMinutes, { error }),
        z.maximum(240, { error: 'La duración máxima es de 240 minutos' }),
        z.multipleOf(AGENDA_STEP_MINUTES, { error: 'La duración va de 15 en 15 minutos' }),
      ),
    /** Kept free after the consultation; may lie outside the opening hours. */
    pauseMinutes: z
      .int({ error: 'Indica la pausa, aunque sea 0' })
      .check(
        z.minimum(0, { error: 'La pausa no puede ser menor que 0' }),
        z.maximum(120, { error: 'La pausa máxima es de 120 minutos' }),
        z.multipleOf(5, { error: 'La pausa va de 5 en 5 minutos' }),
      ),
  })

const lengths = createLengths(AGENDA_STEP_MINUTES, 'La duración mínima es de 15 minutos')
const { durationMinutes: soldMinutes } = productCatalogue['primera-consulta']

const ConsultationLengths = z.strictObject({
  general: lengths,
  seguimiento: lengths,
  primera_consulta: createLengths(soldMinutes, `No puede durar menos de los ${soldMinutes} minutos que se venden`),
  revision: lengths,
  urgente: lengths,
} satisfies Record<ConsultationType, unknown>)

export const MAX_HORIZON_DAYS = 365

const MAX_ANSWER_DAYS = 10

/** Minutes between offered starts, counted from each opening. */
export const startSteps = [15, 30, 45, 60] as const

const weekFields = {
  monday: DayIntervals,
  tuesday: DayIntervals,
  wednesday: DayIntervals,
  thursday: DayIntervals,
  friday: DayIntervals,
  saturday: DayIntervals,
  sunday: DayIntervals,
} satisfies Record<Weekday, unknown>

/**
 * Local time of the practice (decision A-70). On a closed day only its extra openings are open; on other days they add
 * to the weekly hours.
 */
export const OpeningHours = z.strictObject({
  ...weekFields,
  closures: Closures,
  extraOpenings: ExtraOpenings,
  types: ConsultationLengths,
  startEveryMinutes: z.literal(startSteps, { error: 'Elige cada cuánto se ofrecen las horas' }),
  noticeHours: z
    .int({ error: 'Indica las horas de antelación' })
    .check(
      z.minimum(0, { error: 'La antelación no puede ser menor que 0 horas' }),
      z.maximum(336, { error: 'La antelación puede ser como máximo de 336 horas (dos semanas)' }),
    ),
  horizonDays: z
    .int({ error: 'Indica los días' })
    .check(
      z.minimum(1, { error: 'Tiene que ser al menos 1 día' }),
      z.maximum(MAX_HORIZON_DAYS, { error: `Pueden ser como máximo ${MAX_HORIZON_DAYS} días` }),
    ),
  noShowRule: z.enum(noShowRules, { error: 'Elige una de las opciones' }),
  answerDays: z
    .int({ error: 'Indica los días laborables' })
    .check(
      z.minimum(1, { error: 'Tiene que ser al menos 1 día laborable' }),
      z.maximum(MAX_ANSWER_DAYS, { error: `Pueden ser como máximo ${MAX_ANSWER_DAYS} días laborables` }),
    ),
  /** Default address of the video calls; absent until set. */
  roomUrl: z.optional(RoomUrl),
})
export type OpeningHours = z.infer<typeof OpeningHours>

export const openingHoursLabels: Readonly<Record<keyof OpeningHours, string>> = {
  monday: 'Lunes',
  tuesday: 'Martes',
  wednesday: 'Miércoles',
  thursday: 'Jueves',
  friday: 'Viernes',
  saturday: 'Sábado',
  sunday: 'Domingo',
  closures: 'Cierres',
  extraOpenings: 'Aperturas',
  types: 'Duración y pausa',
  startEveryMinutes: 'Cada cuánto empiezan',
  noticeHours: 'Antelación mínima',
  horizonDays: 'Hasta dentro de',
  noShowRule: 'Si alguien no se presenta',
  answerDays: 'Respuesta a los mensajes',
  roomUrl: 'Sala de la videollamada',
}

const workday = (): OpenInterval[] => [
  { opensAt: '09:00', closesAt: '14:00' },
  { opensAt: '16:00', closesAt: '19:00' },
]
const hour = { durationMinutes: 60, pauseMinutes: 10 } as const

export const defaultOpeningHours: OpeningHours = {
  monday: workday(),
  tuesday: workday(),
  wednesday: workday(),
  thursday: workday(),
  friday: workday(),
  saturday: [],
  sunday: [],
  closures: [],
  extraOpenings: [],
  types: {
    general: hour,
    seguimiento: hour,
    primera_consulta: { durationMinutes: soldMinutes, pauseMinutes: 10 },
    revision: hour,
    urgente: hour,
  },
  startEveryMinutes: 30,
  noticeHours: 24,
  horizonDays: 60,
  noShowRule: 'lost',
  answerDays: 2,
}

export const withoutPastDates = (hours: OpeningHours, today: string): OpeningHours => ({
  ...hours,
  closures: hours.closures.filter(({ to }) => to >= today),
  extraOpenings: hours.extraOpenings.filter(({ day }) => day >= today),
})
