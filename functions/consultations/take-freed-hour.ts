import type { consultations } from '#contract/consultations-domain'
import type { PurchaseConsents } from '#contract/purchase-consents'
import type { StoredConsultation } from '#data/consultation-queries'
import type { StoredSlotHold } from '#data/slot-hold-queries'
import type { TransactionEntities } from '#data/transact'
import { isOfferRunning, type StoredWaitingListEntry } from '#data/waiting-list-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireGuardianConsentOfCustomer } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { bookConsultation } from './book.ts'
import { changeConsultation } from './change.ts'
import { createConsentWrites, requireEarlyStartRequested } from './early-start.ts'
import { prepareEarlierBudgetHour } from '../payments/public/budget-units.ts'
import { removeEntry } from './public/offer-freed-hour.ts'
import { consumeConsultationChangeLimit } from './policy.ts'
import {
  canTakeOffer,
  findWaitingListBooking,
  type OfferedHour,
  readOfferHold,
  readWaitingListEntry,
  type WaitingListBooking,
} from './public/waiting-list-booking.ts'

export const takeFreedHour: EndpointAction<typeof consultations.takeFreedHour> = async (
  { actor, body: { startsAt, consents } },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  return takeOfferedHour({ actor, customerId, startsAt, consents }, services)
}

export async function takeOfferedHour(
  { actor, customerId, startsAt, consents }: OfferedHour & { readonly consents: PurchaseConsents | undefined },
  services: ActionServices,
) {
  const { data, now } = services
  const [entry, booking] = await Promise.all([
    readWaitingListEntry(customerId, data),
    findWaitingListBooking(customerId, services),
  ])
  if (!entry && booking?.consultation?.startsAt === startsAt) return toReply(booking.consultation)
  const hold =
    entry && entry.offeredStart === startsAt && isOfferRunning(entry, now()) && (await readOfferHold(entry, data))
  if (!hold || !booking || !(await canTakeOffer(booking, hold, services))) return throwRefusal('hold-expired')
  return toReply(await take({ actor, customerId, entry, hold, booking, consents }, services))
}

const toReply = ({ consultationId, startsAt }: StoredConsultation) => ({ consultationId, startsAt })

interface Taking {
  readonly actor: OfferedHour['actor']
  readonly customerId: string
  readonly entry: StoredWaitingListEntry
  readonly hold: StoredSlotHold
  readonly booking: WaitingListBooking
  readonly consents: PurchaseConsents | undefined
}

async function take({ actor, customerId, entry, hold, booking, consents }: Taking, services: ActionServices) {
  const { consultation, orderId, type, priceCents } = booking
  const { startsAt, durationMinutes, pauseMinutes } = hold
  const customer = await requireCustomer(customerId, services.data)
  await requireGuardianConsentOfCustomer(customer, services)
  const asked = { orderId: consultation?.orderId ?? orderId, consents, startsAt }
  const given = await requireEarlyStartRequested(asked, services)
  const ofBudget = consultation && (await prepareEarlierBudgetHour(consultation, asked, services))
  const alongside = (entities: TransactionEntities) => [
    removeEntry(entities, entry),
    createConsentWrites(entities, given),
    ofBudget?.(entities),
  ]
  const taken = { actor, customer, action: 'FREED_HOUR_TAKEN' as const, hold, alongside, details: { startsAt } }
  if (consultation) {
    // When the offered hour overlaps the present one, the hold has only the time before that.
    const wanted = { ...consultation, startsAt, pauseMinutes: booking.pauseMinutes }
    return changeConsultation({ ...taken, stored: consultation, wanted }, services)
  }
  if (!orderId) return throwRefusal('hold-expired')
  const wanted = { startsAt, durationMinutes, pauseMinutes, type, toConfirm: false, orderId }
  return bookConsultation(
    { ...taken, wanted: { ...wanted, ...(priceCents !== undefined && { priceCents }) } },
    services,
  )
}
