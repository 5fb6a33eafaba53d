import * as z from 'zod/mini'
import { catalogue } from './catalogue.ts'
import { enteredOf, optionalText, textsOf, valuesOf } from './record.ts'
import { Line, Lines } from './text.ts'
import { Cents, ConsultationId, CustomerId, Instant, OrderId } from './values.ts'

export const consultationTypes = ['general', 'seguimiento', 'primera_consulta', 'revision', 'urgente'] as const
export type ConsultationType = (typeof consultationTypes)[number]

export const consultationStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled', 'no_show'] as const
export type ConsultationStatus = (typeof consultationStatuses)[number]

/** Minutes. Consultations start on this grid and last a multiple of it. */
export const AGENDA_STEP_MINUTES = 15

/** Hours before the start until which a client may request, move or cancel a consultation. */
export const CLIENT_NOTICE_HOURS = 24

export const CLIENT_AHEAD_DAYS = 365

export const CLIENT_COMING_LIMIT = 3

export const FREE_REQUEST_MINUTES = 60

/** Hours that the practice has to confirm a request without a paid order before its time is released. */
export const FREE_REQUEST_HOURS = 48

export const usualDuration = (type: ConsultationType): number =>
  type === 'primera_consulta' ? catalogue['primera-consulta'].durationMinutes : 60

/** Normalised, because the agenda and every list compare instants as text. */
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

/** Integer cents; null when no price was agreed. */
export const AgreedPrice = z.nullable(Cents.check(z.maximum(1_000_000)))

const appointmentFields = {
  startsAt: { label: 'Fecha y hora', value: Instant, entered: Start },
  durationMinutes: { label: 'Duración', value: z.number(), entered: Duration },
  type: { label: 'Tipo', value: Type, entered: Type },
}

/** Fields that a client sets. Price, status and notes in the body are dropped. */
export const requestFields = {
  ...appointmentFields,
  message: optionalText('Mensaje del cliente', Lines.check(z.maxLength(1000))),
}

/** Fields that the practice sets. Its texts are never shown to the client. */
export const bookingFields = {
  ...appointmentFields,
  priceCents: { label: 'Precio', value: z.nullable(Cents), entered: z._default(AgreedPrice, null) },
  notes: optionalText('Notas', Lines.check(z.maxLength(4000))),
}

/** All free text about a consultation: it counts as health data. */
export const consultationTexts = textsOf({ ...requestFields, ...bookingFields })

export const Version = z.int().check(z.positive())

export const OwnConsultation = z.object({
  consultationId: ConsultationId,
  ...valuesOf(requestFields),
  status: z.enum(consultationStatuses),
  priceCents: bookingFields.priceCents.value,
  /** Requested by the client and not yet confirmed by the practice; its time is reserved meanwhile. */
  toConfirm: z.boolean(),
  /** Until when the time of an unconfirmed request is reserved; null when the reservation does not expire. */
  lapsesAt: z.nullable(Instant),
  lapsed: z.boolean(),
  version: Version,
})
export type OwnConsultation = z.infer<typeof OwnConsultation>

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

/** Books over existing consultations; the reason is kept in the audit log. */
const Override = z.optional(
  z.strictObject({ reason: Line.check(z.minLength(5, { error: 'Explica el motivo' }), z.maxLength(300)) }),
)

export const BookConsultation = z.strictObject({
  ...enteredOf(bookingFields),
  customerId: CustomerId,
  orderId: z.optional(OrderId),
  override: Override,
})

export const EditConsultation = z.extend(z.omit(BookConsultation, { customerId: true, orderId: true }), {
  version: Version,
})

export const NextConsultation = z.object({
  consultation: z.nullable(OwnConsultation),
  toSchedule: z.nullable(z.object({ concept: z.string(), paidAt: Instant })),
  freeRequests: z.boolean(),
})
export type NextConsultation = z.infer<typeof NextConsultation>

export const OrderToSchedule = z.object({
  orderId: OrderId,
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  emailUnproven: z._default(z.boolean(), false),
  concept: z.string(),
  paidAt: Instant,
})
export type OrderToSchedule = z.infer<typeof OrderToSchedule>
