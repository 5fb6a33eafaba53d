import * as z from 'zod/mini'
import { AGENDA_STEP_MINUTES, consultationTypes, type ConsultationType } from './consultation-types.ts'
import { productCatalogue } from './product-catalogue.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import {
  getFieldInputSchemas,
  createOptionalTextField,
  getObjectKeys,
  pickTextFields,
  getFieldValueSchemas,
} from './record-fields.ts'
import { RoomUrl } from './room-url.ts'
import { SentSlotProposals } from './sent-slot-proposals.ts'
import { SingleLineText, MultilineText } from './text-schemas.ts'
import { BudgetId, EuroCents, ConsultationId, CustomerId, IsoInstant, OrderId } from './value-schemas.ts'

export const consultationStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled', 'no_show'] as const
export type ConsultationStatus = (typeof consultationStatuses)[number]

export const MAX_UPCOMING_CONSULTATIONS_PER_CLIENT = 3

export const MAX_UNPAID_CONSULTATION_MINUTES = 60

/** Hours that the practice has to confirm a request without a paid order before its time is released. */
export const UNPAID_REQUEST_CONFIRMATION_HOURS = 48

export const getDefaultConsultationMinutes = (type: ConsultationType): number =>
  type === 'primera_consulta' ? productCatalogue['primera-consulta'].durationMinutes : 60

/** Normalised, because the agenda and every list compare instants as text. */
const Start = z.pipe(
  IsoInstant.check(
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
export const AgreedConsultationPrice = z.nullable(EuroCents.check(z.maximum(1_000_000)))

const appointmentFields = {
  startsAt: { label: 'Fecha y hora', value: IsoInstant, entered: Start },
  durationMinutes: { label: 'Duración', value: z.number(), entered: Duration },
  type: { label: 'Tipo', value: Type, entered: Type },
}

/** Fields that a client sets. Price, status and notes in the body are dropped. */
export const consultationRequestFields = {
  ...appointmentFields,
  message: createOptionalTextField('Mensaje del cliente', MultilineText.check(z.maxLength(1000))),
}

/** Of this consultation alone. An empty one is the practice's own room. */
const ownRoom = {
  label: 'Sala de esta consulta',
  value: z._default(z.nullable(z.string()), null),
  entered: z.pipe(
    z._default(z.nullable(z.union([RoomUrl, z.literal('')])), null),
    z.transform((entered) => entered || null),
  ),
}

/** Fields that the practice sets. Its texts are never shown to the client, and its room only within the time. */
export const consultationBookingFields = {
  ...appointmentFields,
  priceCents: { label: 'Precio', value: z.nullable(EuroCents), entered: z._default(AgreedConsultationPrice, null) },
  roomUrl: ownRoom,
  notes: createOptionalTextField('Notas', MultilineText.check(z.maxLength(4000))),
}

/** All free text about a consultation: it counts as health data. */
export const consultationTextFields = pickTextFields({ ...consultationRequestFields, ...consultationBookingFields })

const ConsultationVersionNumber = z.int().check(z.positive())

export const OwnConsultation = z.object({
  consultationId: ConsultationId,
  ...getFieldValueSchemas(consultationRequestFields),
  status: z.enum(consultationStatuses),
  priceCents: consultationBookingFields.priceCents.value,
  /** Set by the practice after the client asked or by its own booking: not owed before the client's yes. */
  proposedPriceCents: z._default(z.nullable(EuroCents), null),
  /** When the client said no to the proposed price. */
  priceDeclinedAt: z._default(z.nullable(IsoInstant), null),
  /** By an order that this consultation redeems. */
  isPaid: z._default(z.boolean(), false),
  /** By an accepted budget, which it uses up a consultation of; then `isPaid` is true as well. */
  isIncluded: z._default(z.boolean(), false),
  /** Requested by the client and not yet confirmed by the practice; its time is reserved meanwhile. */
  toConfirm: z.boolean(),
  /** Until when the time of an unconfirmed request is reserved; null when the reservation does not expire. */
  lapsesAt: z.nullable(IsoInstant),
  lapsed: z.boolean(),
  version: ConsultationVersionNumber,
})
export type OwnConsultation = z.infer<typeof OwnConsultation>

export const Consultation = z.extend(OwnConsultation, {
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  /** By the link in a reminder, for the present hour. */
  attendanceConfirmed: z._default(z.boolean(), false),
  ...getFieldValueSchemas(consultationBookingFields),
  orderId: z.nullable(OrderId),
  /** That it uses up a consultation of. */
  budgetId: z._default(z.nullable(BudgetId), null),
  /** Of a completed one that was broken off; null where all of it was held. */
  heldMinutes: z._default(z.nullable(z.int()), null),
  /** Hours at which nobody came, the present one too where it is one. They stay when another hour is given. */
  missedStarts: z._default(z.array(IsoInstant), []),
})
export type Consultation = z.infer<typeof Consultation>

/** `consents` with an hour that is paid and lies within the days of withdrawal; they are stored with its order. */
export const RequestConsultation = z.object({
  ...getFieldInputSchemas(consultationRequestFields),
  consents: z.optional(PurchaseConsents),
})
export const MoveConsultation = z.extend(RequestConsultation, { version: ConsultationVersionNumber })

/** `priceCents` is the price that was shown: another one by now is refused. */
export const AnswerConsultationPrice = z.strictObject({
  priceCents: EuroCents,
  answer: z.enum(['accept', 'decline']),
})

/** Both statements, or there is nothing to send. */
export const AskEarlyStart = z.strictObject({
  startsAt: IsoInstant,
  expressRequest: z.literal(true),
  acknowledgement: z.literal(true),
})

/** Books over existing consultations; the reason is kept in the audit log. */
const Override = z.optional(
  z.strictObject({ reason: SingleLineText.check(z.minLength(5, { error: 'Explica el motivo' }), z.maxLength(300)) }),
)

const enteredFields = { ...getFieldInputSchemas(consultationBookingFields), override: Override }

/** Repeated under the same `requestId` it is the same consultation. */
export const BookConsultation = z.strictObject({
  ...enteredFields,
  requestId: z.optional(z.uuid()),
  customerId: CustomerId,
  /** One of both at most: what is paid twice would be used up twice. */
  orderId: z.optional(OrderId),
  /** Uses up a consultation of this accepted budget, of its type and length, at no price. */
  budgetId: z.optional(BudgetId),
})

export const EditConsultation = z.strictObject({ ...enteredFields, version: ConsultationVersionNumber })

/** Minutes within which an outcome that was pressed by mistake is taken back, and is none. */
export const OUTCOME_UNDO_MINUTES = 10

/**
 * `heldMinutes` only with `completed`, and fewer than the consultation has: how much of it is owed follows from them.
 * `undoes`: the outcome before was a mistake, and an absence is not noted. Later than OUTCOME_UNDO_MINUTES it is a change
 * as any other.
 */
export const SetConsultationStatus = z.strictObject({
  status: z.enum(consultationStatuses),
  heldMinutes: z.optional(
    z.int({ error: 'Indica los minutos' }).check(z.positive({ error: 'Indica al menos 1 minuto' })),
  ),
  undoes: z.optional(z.boolean()),
  version: ConsultationVersionNumber,
})

/** An hour before this instant needs the express request; null where none is needed, or it has been made. */
export const EarlyStartUntil = z.nullable(IsoInstant)

export const NextConsultationOverview = z.object({
  consultation: z.nullable(OwnConsultation),
  toSchedule: z.nullable(
    z.object({
      concept: z.string(),
      paidAt: IsoInstant,
      /** It is redeemed as this, and as nothing else. */
      type: z._default(Type, 'primera_consulta'),
      durationMinutes: z._default(z.number(), productCatalogue['primera-consulta'].durationMinutes),
      earlyStartUntil: z._default(EarlyStartUntil, null),
    }),
  ),
  freeRequests: z.boolean(),
})
export type NextConsultationOverview = z.infer<typeof NextConsultationOverview>

export const OrderToSchedule = z.object({
  orderId: OrderId,
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  emailUnproven: z._default(z.boolean(), false),
  concept: z.string(),
  paidAt: IsoInstant,
  /** What was paid for. */
  type: z._default(Type, 'primera_consulta'),
  durationMinutes: z._default(z.number(), productCatalogue['primera-consulta'].durationMinutes),
  amountCents: z._default(z.nullable(EuroCents), null),
  /** Not where it paid for an hour that was agreed before: of such no hours are proposed. */
  canPropose: z._default(z.boolean(), true),
  /** The latest; null before the first. */
  proposals: z.nullable(SentSlotProposals),
})
export type OrderToSchedule = z.infer<typeof OrderToSchedule>

/** For DELETE, which has no body. */
export const ExpectedConsultationVersionQuery = z.object({ version: z.coerce.number().check(z.int(), z.positive()) })

export const ConsultationCalendarFile = z.object({ fileName: z.string(), ics: z.string() })

/** Free text about a consultation counts as health data. */
export const hasConsultationText = (body: Readonly<Record<string, unknown>>): boolean =>
  getObjectKeys(consultationTextFields).some((field) => Boolean(body[field]))
