import { createHash } from 'node:crypto'
import type { TransactionEntities } from '#data/transact'
import { queueMail } from '#platform/outbox'
import { findNoticeToJoin, withdrawPendingNotice } from '../notifications/public/consultation-notice.ts'
import type { RefundedOrder, RefundServices, StoredRefund } from './refund-writes.ts'

export interface RefundChange {
  readonly before: StoredRefund | undefined
  readonly after: StoredRefund
}

export const isNewFailure = ({ before, after }: RefundChange): boolean =>
  after.status === 'failed' && before !== undefined && before.status !== 'failed'

export const stripeFailures = {
  allRefunded: 'charge_already_refunded',
  tooLittleLeft: 'amount_too_large',
  disputed: 'charge_disputed',
  disputedWhilePending: 'charge_for_pending_refund_disputed',
} as const

export const isSuperseded = ({ stripeRefundId, failure }: StoredRefund): boolean =>
  !stripeRefundId && failure === stripeFailures.allRefunded

/**
 * The caller chooses the refund's id, and may have used it for another order. One that a dispute ended is told again
 * when it is made.
 */
const createMailId = ({ orderId, refundId, endedByDispute = [] }: StoredRefund, kind: string): string =>
  `mai_${createHash('sha256')
    .update([orderId, refundId, ...endedByDispute].join(' '))
    .digest('hex')
    .slice(0, 32)}-${kind}`

export const isNewlyMade = ({ before, after }: RefundChange): boolean =>
  after.status !== 'failed' && after.status !== 'requested' && (before === undefined || before.status === 'requested')

/**
 * At most one: the order's consultation cancelled by the same person with the refund, or within the ten minutes before.
 * The refund's mail includes it.
 */
export async function findCancellationsToNotify(
  { payment: { customerId, orderId } }: RefundedOrder,
  changes: readonly RefundChange[],
  { data }: RefundServices,
): Promise<readonly ToldCancellation[]> {
  const made = changes.filter(isMailed)
  if (made.length === 0) return []
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all', consistent: true })
  const cancelled = all.filter((each) => each.orderId === orderId && each.status === 'cancelled')
  const found = made.map(async ({ after: { refundId, requestedBy } }) => {
    const notices = await Promise.all(cancelled.map((each) => findNoticeToJoin(each, requestedBy, data)))
    return notices.flatMap((notice, place) =>
      notice ? [{ refundId, notice, consultationId: cancelled[place]?.consultationId ?? '' }] : [],
    )
  })
  return (await Promise.all(found)).flat().slice(0, 1)
}

interface ToldCancellation {
  readonly refundId: string
  readonly consultationId: string
  readonly notice: NonNullable<Awaited<ReturnType<typeof findNoticeToJoin>>>
}

/** Stripe mails the client about refunds made in its dashboard. */
const isMailed = (change: RefundChange): boolean =>
  isNewlyMade(change) && change.after.reason !== 'stripe' && change.after.amountCents > 0

interface ToldChange {
  readonly change: RefundChange
  readonly joined: readonly ToldCancellation[]
  readonly read: RefundedOrder
  readonly email: string | undefined
}

export function queueRefundMails(
  entities: TransactionEntities,
  { change, joined, read: { payment }, email }: ToldChange,
  services: RefundServices,
) {
  const { after } = change
  const { customerId, concept, orderId } = payment
  const { refundId, amountCents, reason } = after
  if (isMailed(change) && email) {
    const told = joined.find((each) => each.refundId === refundId)
    const cancelled = told && { cancelledConsultationId: told.consultationId }
    const partial = amountCents < payment.amountCents && ({ isPartial: true } as const)
    const refunded = { concept, amountCents, ...partial }
    const content = { kind: 'refund', ...refunded, reason, refundId, orderId, ...cancelled } as const
    return [
      queueMail(entities, { mailId: createMailId(after, 'refund'), to: email, customerId, content }, services),
      told && withdrawPendingNotice(entities, told.notice, services.now()),
    ]
  }
  if (!isNewFailure(change) || isSuperseded(after)) return undefined
  const failed = { kind: 'refund-failed', concept, amountCents, customerId, orderId } as const
  return [
    email &&
      queueMail(
        entities,
        { mailId: createMailId(after, 'failed'), to: email, customerId, content: { ...failed, reader: 'client' } },
        services,
      ),
    queueMail(
      entities,
      {
        mailId: createMailId(after, 'failed-practice'),
        to: services.practiceMail,
        customerId,
        content: { ...failed, reader: 'practice' },
      },
      services,
    ),
  ]
}
