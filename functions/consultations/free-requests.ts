import { UNPAID_REQUEST_CONFIRMATION_HOURS, MAX_UNPAID_CONSULTATION_MINUTES } from '#contract/consultation'
import { hasConsultationRequestLapsed, hasCustomerPaid, type StoredConsultation } from '#data/consultation-queries'
import { throwRefusal } from '#platform/refusal-error'
import type { ActionServices } from '#platform/services'

const KEPT_MS = UNPAID_REQUEST_CONFIRMATION_HOURS * 3_600_000

interface FreeRequest {
  readonly customerId: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly moved?: StoredConsultation
}

/**
 * Without a paid order a client may have one pending request; returns when it lapses, undefined with a paid order. The
 * booking must fail when the client has requested anything else since this was read.
 * @throws Refusal `request-too-long` or `request-pending`
 */
export async function computeUnpaidRequestExpiry(
  asked: FreeRequest,
  { data, now }: ActionServices,
): Promise<string | undefined> {
  const { customerId, startsAt, durationMinutes } = asked
  if (await hasCustomerPaid(data, customerId)) return undefined
  if (durationMinutes > longestOf(asked)) throwRefusal('request-too-long')
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  if (hasAnotherPending(asked, all, now())) throwRefusal('request-pending')
  // Not beyond the consultation's own start.
  return new Date(Math.min(findTerm(all, now()), Date.parse(startsAt))).toISOString()
}

/** A new request after a cancelled one continues its deadline: repeated requests cannot keep an hour reserved. */
function findTerm(all: readonly StoredConsultation[], now: Date): number {
  const running = all
    .filter((each) => each.status === 'cancelled' && each.lapsesAt && !each.lapsed && !each.orderId)
    .map(({ createdAt }) => Date.parse(createdAt) + KEPT_MS)
    .filter((end) => end > now.getTime())
  return Math.min(now.getTime() + KEPT_MS, ...running)
}

const longestOf = ({ moved }: FreeRequest): number =>
  moved && !moved.toConfirm
    ? Math.max(MAX_UNPAID_CONSULTATION_MINUTES, moved.durationMinutes)
    : MAX_UNPAID_CONSULTATION_MINUTES

function hasAnotherPending({ moved }: FreeRequest, all: readonly StoredConsultation[], now: Date): boolean {
  return all.some(
    (each) =>
      each.consultationId !== moved?.consultationId &&
      each.status === 'scheduled' &&
      each.toConfirm &&
      each.startsAt > now.toISOString() &&
      !hasConsultationRequestLapsed(each, now.toISOString()),
  )
}
