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

/** Hours that the practice has to confirm a request of a client who has paid nothing; then its time is released. */
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

/** Set by the client. Price, status and notes in the body are dropped. */
export const consultationRequestFields = {
  ...appointmentFields,
  message: createOptionalTextField('Mensaje del cliente', MultilineText.check(z.maxLength(1000))),
}

const ownRoom = {
  label: 'Sala de esta consulta',
  value: z._default(z.nullable(z.string()), null),
  entered: z.pipe(
    z._default(z.nullable(z.union([RoomUrl, z.literal('')])), null),
    z.transform((entered) => entered || null),
  ),
}

/** Set by the practice. Clients never see its texts, and its room only around the start. */
export const consultationBookingFields = {
  ...appointmentFields,
  priceCents: { label: 'Precio', value: z.nullable(EuroCents), entered: z._default(AgreedConsultationPrice, null) },
  roomUrl: ownRoom,
  notes: createOptionalTextField('Notas', MultilineText.check(z.maxLength(4000))),
}

export const consultationTextFields = pickTextFields({ ...consultationRequestFields, ...consultationBookingFields })

const ConsultationVersionNumber = z.int().check(z.positive())

export const OwnConsultation = z.object({
  consultationId: ConsultationId,
  ...getFieldValueSchemas(consultationRequestFields),
  status: z.enum(consultationStatuses),
  priceCents: consultationBookingFields.priceCents.value,
  /** Proposed by the practice after the request, or with its own booking: owed only once the client accepts. */
  proposedPriceCents: z._default(z.nullable(EuroCents), null),
  priceDeclinedAt: z._default(z.nullable(IsoInstant), null),
  isPaid: z._default(z.boolean(), false),
  /** Included in an accepted budget, of which it uses up a consultation; then `isPaid` is true as well. */
  isIncluded: z._default(z.boolean(), false),
  toConfirm: z.boolean(),
  lapsesAt: z.nullable(IsoInstant),
  lapsed: z.boolean(),
  version: ConsultationVersionNumber,
})
export type OwnConsultation = z.infer<typeof OwnConsultation>

export const Consultation = z.extend(OwnConsultation, {
  customerId: CustomerId,
  customerName: z.string(),
  customerEmail: z.string(),
  attendanceConfirmed: z._default(z.boolean(), false),
  ...getFieldValueSchemas(consultationBookingFields),
  orderId: z.nullable(OrderId),
  budgetId: z._default(z.nullable(BudgetId), null),
  /** Of a completed consultation that was broken off; null when all of it was held. */
  heldMinutes: z._default(z.nullable(z.int()), null),
  /** Starts at which nobody came, including the present one. They are kept when it is moved. */
  missedStarts: z._default(z.array(IsoInstant), []),
})
export type Consultation = z.infer<typeof Consultation>

/** `consents` are for a paid hour within the days of withdrawal, and are stored with its order. */
export const RequestConsultation = z.object({
  ...getFieldInputSchemas(consultationRequestFields),
  consents: z.optional(PurchaseConsents),
})
export const MoveConsultation = z.extend(RequestConsultation, { version: ConsultationVersionNumber })

export const AnswerConsultationPrice = z.strictObject({
  priceCents: EuroCents,
  answer: z.enum(['accept', 'decline']),
})

export const RequestEarlyStart = z.strictObject({
  startsAt: IsoInstant,
  expressRequest: z.literal(true),
  acknowledgement: z.literal(true),
})

const Override = z.optional(
  z.strictObject({ reason: SingleLineText.check(z.minLength(5, { error: 'Explica el motivo' }), z.maxLength(300)) }),
)

const enteredFields = { ...getFieldInputSchemas(consultationBookingFields), override: Override }

/** The same `requestId` is the same consultation. */
export const BookConsultation = z.strictObject({
  ...enteredFields,
  requestId: z.optional(z.uuid()),
  customerId: CustomerId,
  orderId: z.optional(OrderId),
  /** Uses up a consultation of this accepted budget, with its type and length, without a price. */
  budgetId: z.optional(BudgetId),
})

export const EditConsultation = z.strictObject({ ...enteredFields, version: ConsultationVersionNumber })

/** Minutes within which an outcome set by mistake can be undone: it then leaves a trace in the audit log only. */
export const OUTCOME_UNDO_MINUTES = 10

/**
 * `heldMinutes` only with `completed`, and fewer than the consultation's: the amount owed follows from them. `undoes`:
 * the previous outcome was a mistake, so no absence is recorded. After OUTCOME_UNDO_MINUTES it is an ordinary change.
 */
export const SetConsultationStatus = z.strictObject({
  status: z.enum(consultationStatuses),
  heldMinutes: z.optional(
    z.int({ error: 'Indica los minutos' }).check(z.positive({ error: 'Indica al menos 1 minuto' })),
  ),
  undoes: z.optional(z.boolean()),
  version: ConsultationVersionNumber,
})

/** Consultations before this instant need the express request; null when none is needed, or it was made. */
export const EarlyStartUntil = z.nullable(IsoInstant)

export const NextConsultationOverview = z.object({
  consultation: z.nullable(OwnConsultation),
  /** The latest one that is over and has a price to answer or to pay. */
  pastToPay: z._default(z.nullable(OwnConsultation), null),
  toSchedule: z.nullable(
    z.object({
      concept: z.string(),
      paidAt: IsoInstant,
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
  type: z._default(Type, 'primera_consulta'),
  durationMinutes: z._default(z.number(), productCatalogue['primera-consulta'].durationMinutes),
  amountCents: z._default(z.nullable(EuroCents), null),
  /** False when it paid for an hour agreed before: no proposals for these. */
  canPropose: z._default(z.boolean(), true),
  proposals: z.nullable(SentSlotProposals),
})
export type OrderToSchedule = z.infer<typeof OrderToSchedule>

export const ExpectedConsultationVersionQuery = z.object({ version: z.coerce.number().check(z.int(), z.positive()) })

export const ConsultationCalendarFile = z.object({ fileName: z.string(), ics: z.string() })

export const hasConsultationText = (body: Readonly<Record<string, unknown>>): boolean =>
  getObjectKeys(consultationTextFields).some((field) => Boolean(body[field]))
