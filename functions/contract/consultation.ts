import * as z from 'zod/mini'
import { catalogue } from './catalogue.ts'
import { enteredOf, optionalText, textsOf, valuesOf } from './record.ts'
import { Line, Lines } from './text.ts'
import { Cents, ConsultationId, CustomerId, Instant, OrderId } from './values.ts'

export const consultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision', 'urgente'] as const
export type ConsultationType = (typeof consultationTypes)[number]

export const consultationStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled', 'no_show'] as const
export type ConsultationStatus = (typeof consultationStatuses)[number]

/** The agenda's grid: consultations begin on it and last a whole number of its steps. Minutes. */
export const AGENDA_STEP_MINUTES = 15

/** How long before it begins a client may still ask for, move or cancel a consultation. Hours. */
export const CLIENT_NOTICE_HOURS = 24

/** How far ahead a client may ask for a consultation. Days. */
export const CLIENT_AHEAD_DAYS = 365

/** How many coming consultations a client may have asked for at a time. */
export const CLIENT_COMING_LIMIT = 3

/** The longest consultation that a client may ask for without a paid order. Minutes. */
export const FREE_REQUEST_MINUTES = 60

/** How long the practice has to confirm what was asked for without a paid order, before its time is free again. Hours. */
export const FREE_REQUEST_HOURS = 48

/** What a form proposes for a type. Minutes. */
export const usualDuration = (type: ConsultationType): number =>
  type === 'primera_consulta' ? catalogue['primera-consulta'].durationMinutes : 60

/** Written in one way, because the agenda and every list compare instants as text. */
const Start = z.pipe(
  Instant.check(
    z.refine((instant) => Date.parse(instant) % (AGENDA_STEP_MINUTES * 60_000) === 0, {
      error: 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
    }),
  ),
  z.transform((instant) => new Date(instant).toISOString()),
)

const Duration = z
  .number({ error: 'Indica la duración' })
  .check(
    z.int(),
    z.minimum(15, { error: 'La duración mínima es de 15 minutos' }),
    z.maximum(240, { error: 'La duración máxima es de 240 minutos' }),
    z.multipleOf(AGENDA_STEP_MINUTES, { error: 'La duración va de 15 en 15 minutos' }),
  )

const Type = z.enum(consultationTypes)

/** What was agreed upon in integer cents; null when nothing was. */
export const AgreedPrice = z.nullable(Cents.check(z.maximum(1_000_000)))

const appointmentFields = {
  startsAt: { label: 'Fecha y hora', value: Instant, entered: Start },
  durationMinutes: { label: 'Duración', value: z.number(), entered: Duration },
  type: { label: 'Tipo', value: Type, entered: Type },
}

/** What a client says of a consultation. Price, status and notes in the body are not theirs to say and are dropped. */
export const requestFields = {
  ...appointmentFields,
  message: optionalText('Mensaje del cliente', Lines.check(z.maxLength(1000))),
}

/** What the practice says of one. The texts are its own and never shown to the client. */
export const bookingFields = {
  ...appointmentFields,
  priceCents: { label: 'Precio', value: z.nullable(Cents), entered: z._default(AgreedPrice, null) },
  notes: optionalText('Notas', Lines.check(z.maxLength(4000))),
}

/** All that is written freely of a consultation, which is about somebody's health. */
export const consultationTexts = textsOf({ ...requestFields, ...bookingFields })

export const Version = z.int().check(z.positive())

/** A consultation as its client sees it. */
export const OwnConsultation = z.object({
  consultationId: ConsultationId,
  ...valuesOf(requestFields),
  status: z.enum(consultationStatuses),
  priceCents: bookingFields.priceCents.value,
  /** The client asked for it and the practice has yet to confirm it; its time is kept meanwhile. */
  toConfirm: z.boolean(),
  /** Until when its time is kept while it waits to be confirmed; null where it is kept without end. */
  lapsesAt: z.nullable(Instant),
  /** Cancelled because nobody confirmed it in time. */
  lapsed: z.boolean(),
  version: Version,
})
export type OwnConsultation = z.infer<typeof OwnConsultation>

/** A consultation as the practice sees it. */
export const Consultation = z.extend(OwnConsultation, {
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  ...valuesOf(bookingFields),
  orderId: z.nullable(OrderId),
})
export type Consultation = z.infer<typeof Consultation>

export const RequestConsultation = z.object(enteredOf(requestFields))
export const MoveConsultation = z.extend(RequestConsultation, { version: Version })

/** Books over what is there already; the reason stays in the audit log. */
const Override = z.optional(
  z.strictObject({ reason: Line.check(z.minLength(5, { error: 'Explica el motivo' }), z.maxLength(300)) }),
)

export const BookConsultation = z.strictObject({
  ...enteredOf(bookingFields),
  customerId: CustomerId,
  /** The paid order that this consultation is for. */
  orderId: z.optional(OrderId),
  override: Override,
})

export const EditConsultation = z.extend(z.omit(BookConsultation, { customerId: true, orderId: true }), {
  version: Version,
})

/** What a client does next: the consultation that is on or comes next, and what they paid and has no date yet. */
export const NextConsultation = z.object({
  consultation: z.nullable(OwnConsultation),
  toSchedule: z.nullable(z.object({ concept: z.string(), paidAt: Instant })),
  /** Whether the client has paid no order yet, so that what they ask for follows the rules of free requests. */
  freeRequests: z.boolean(),
})
export type NextConsultation = z.infer<typeof NextConsultation>

/** A paid order for which no consultation has been agreed yet: 'pendiente de agendar'. */
export const OrderToSchedule = z.object({
  orderId: OrderId,
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  /** Whether nobody has proven the address yet, under which the order waits. */
  emailUnproven: z._default(z.boolean(), false),
  concept: z.string(),
  paidAt: Instant,
})
export type OrderToSchedule = z.infer<typeof OrderToSchedule>
