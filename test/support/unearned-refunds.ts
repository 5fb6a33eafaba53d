import { listShopStripeEvents, type ShopSetup } from './shop.ts'

interface UsedHour {
  readonly consultationId: string
  readonly version: number
  readonly orderId?: string | undefined
  readonly status: string
  readonly startsAt: string
}

interface OwnRefund {
  readonly orderId: string
  readonly refundedCents: number
  readonly before: readonly UsedHour[]
  readonly after: readonly UsedHour[]
}

/** Longer than any period of fourteen calendar days. */
const LONGER_THAN_WITHDRAWAL_MS = 16 * 86_400_000

const toVersions = (hours: readonly UsedHour[]): string =>
  JSON.stringify(hours.map(({ consultationId, version }) => [consultationId, version]))

/**
 * Whether a client was refunded for an hour that was held or missed before they completed the checkout, or that was
 * held long ago: judged by Stripe's events and the agenda only, for stories in which a no-show loses its payment. Not
 * decided for concurrent changes by somebody else.
 */
export function isUnearnedRefund(
  { orderId, refundedCents, before, after }: OwnRefund,
  { stripe, practice }: Pick<ShopSetup, 'stripe' | 'practice'>,
): boolean {
  if (refundedCents === 0 || toVersions(before) !== toVersions(after)) return false
  const completions = listShopStripeEvents({ stripe }, 'checkout.session.completed')
  const completedAt = completions
    .filter(({ data: { object } }) => 'client_reference_id' in object && object.client_reference_id === orderId)
    .map(({ created }) => created * 1000)
    .at(-1)
  const used = before.find(({ status }) => status === 'completed' || status === 'no_show')
  if (!used || completedAt === undefined) return false
  const isPaidAfterwards = Date.parse(used.startsAt) <= completedAt
  const isLongAgo = practice.now().getTime() - completedAt > LONGER_THAN_WITHDRAWAL_MS
  return isPaidAfterwards || isLongAgo
}
