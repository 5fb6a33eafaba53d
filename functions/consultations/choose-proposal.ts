import type { PurchaseConsents } from '#contract/purchase-consents'
import type { SlotProposals } from '#contract/slot-proposals'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import type { TransactionEntities } from '#data/transact'
import { toPaymentId } from '#data/payment-id'
import type { CallerDetails } from '#platform/http'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import { requireGuardianConsentOfCustomer } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { bookConsultation } from './book.ts'
import { createConsentWrites, requireEarlyStartRequested } from './early-start.ts'
import { lapseExpiredRequestsInSlot } from './lapse.ts'
import { PROPOSED_TYPE } from './public/slot-proposals.ts'
import type { ConsultationServices } from './services.ts'
import { type ProposalOrder, putProposal, readProposals, readStoredProposals } from './slot-proposals.ts'

interface Choice {
  readonly actor: CallerDetails & { readonly userId: string }
  readonly startsAt: string
  readonly consents?: PurchaseConsents | undefined
}

const REPEATED = ['changed-meanwhile', 'order-scheduled', 'slot-taken'] as const

const TRIES = 3

/**
 * Any free slot. Of several concurrent choices one is booked and returned to all.
 * @throws Refusal `slot-taken`, `early-start-required`, `guardian-consent-required`
 */
export async function chooseProposal(
  order: ProposalOrder,
  { actor, startsAt: wanted, consents }: Choice,
  services: ConsultationServices,
): Promise<SlotProposals> {
  const startsAt = new Date(wanted).toISOString()
  for (let tries = 0; tries < TRIES; tries++) {
    const shown = await readProposals(order, services, startsAt)
    if (isOver(shown)) return shown
    if (shown.asked !== 'free') return requireOver(await readProposals(order, services))
    try {
      await book(order, { actor, startsAt, consents, shown }, services)
    } catch (error) {
      if (!(error instanceof RefusalError) || !REPEATED.some((code) => code === error.code)) throw error
    }
  }
  return requireOver(await readProposals(order, services))
}

const isOver = ({ state }: SlotProposals): boolean => state === 'scheduled' || state === 'closed'

const requireOver = (shown: SlotProposals): SlotProposals => (isOver(shown) ? shown : throwRefusal('slot-taken'))

async function book(
  { orderId, customerId }: ProposalOrder,
  { actor, startsAt, consents, shown }: Choice & { readonly shown: SlotProposals },
  services: ConsultationServices,
): Promise<void> {
  const { data, now } = services
  const { durationMinutes, round } = shown
  const given = await requireEarlyStartRequested({ orderId, startsAt, consents }, services)
  await lapseExpiredRequestsInSlot({ startsAt, durationMinutes }, services)
  const [customer, stored, { data: payment }, { hours }] = await Promise.all([
    requireCustomer(customerId, data),
    readStoredProposals(orderId, services),
    data.payments.get({ customerId, paymentId: toPaymentId(orderId) }).go(),
    readStoredOpeningHours(data, now()),
  ])
  await requireGuardianConsentOfCustomer(customer, services)
  const chosenAt = now().toISOString()
  const { slots, offered, sentAt = chosenAt, seenAt = chosenAt } = stored
  const next = { orderId, customerId, state: 'chosen' as const, round, slots, offered, sentAt, seenAt, chosenAt }
  const alongside = (entities: TransactionEntities) => [
    putProposal(entities, next, stored),
    createConsentWrites(entities, given),
  ]
  const priceCents = payment?.amountCents
  const { pauseMinutes } = hours.types[PROPOSED_TYPE]
  const wanted = { startsAt, durationMinutes, pauseMinutes, type: PROPOSED_TYPE, toConfirm: false, orderId } as const
  await bookConsultation(
    {
      actor,
      customer,
      action: 'SLOT_PROPOSAL_CHOSEN',
      wanted: { ...wanted, ...(priceCents !== undefined && { priceCents }) },
      respectsPauses: true,
      alongside,
    },
    services,
  )
}
