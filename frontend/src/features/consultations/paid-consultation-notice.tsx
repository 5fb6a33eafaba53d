import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { explainEarlyStartToPractice } from '#contract/cancellation-sentences'
import { describeDispute } from '#contract/dispute-text'
import { formatCents } from '#contract/money'
import type { CustomerPayment } from '#contract/payments'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'

/** One page of this size holds all payments of a customer. */
const ALL = 100

export const PaidConsultationNotice = ({ of, ...asked }: PaidNoticeProps) =>
  of?.orderId && <Paid customerId={of.customerId} orderId={of.orderId} {...asked} />

interface PaidFor {
  readonly customerId: string
  readonly orderId: string | null
}

interface PaidNoticeProps {
  readonly of?: PaidFor | undefined
  /** Whether the payment stays valid for another hour. */
  readonly keepsPayment?: boolean
  readonly startsAt?: string | undefined
}

interface PaidProps extends Pick<PaidNoticeProps, 'keepsPayment' | 'startsAt'> {
  readonly customerId: string
  readonly orderId: string
}

function Paid({ customerId, orderId, keepsPayment = false, startsAt }: PaidProps) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.payments.listOfCustomer, { params: { customerId }, query: { limit: ALL } }),
  )
  const payment = data?.items.find((each) => each.orderId === orderId)
  const earlyUntil = useEarlyStartUntil(startsAt && payment)
  return (
    <NoticeBox>
      <p>{payment ? describe(payment) : 'Ya está pagada.'}</p>
      {earlyUntil && startsAt && Date.parse(startsAt) < Date.parse(earlyUntil) && (
        <p>{explainEarlyStartToPractice(earlyUntil)}</p>
      )}
      {keepsPayment && payment?.status !== 'refunded' && <p>{kept}</p>}
    </NoticeBox>
  )
}

/** Null if the client has requested an early start or the withdrawal period is over. */
function useEarlyStartUntil(payment: CustomerPayment | '' | undefined): string | null | undefined {
  const { customerId = '', paymentId = '' } = payment || {}
  const params = { customerId, paymentId }
  const options = endpointQueryOptions(apiContract.payments.refundOptionsOfCustomer, { params })
  return useQuery({ ...options, enabled: paymentId !== '' }).data?.earlyStartUntil
}

const kept =
  'Su pago no se devuelve al cancelarla: queda en «Pendiente de agendar». Para devolverlo, usa «Devolver» en su ficha.'

function describe(payment: CustomerPayment): string {
  const { amountCents, refundedCents, paidAt } = payment
  const paid = `Pagada: ${formatCents(amountCents)}, el ${formatInstantAsDay(paidAt)}.`
  const disputed = describeDispute(payment)
  return [
    paid,
    ...(refundedCents > 0 ? [`Devueltos o pedidos: ${formatCents(refundedCents)}.`] : []),
    ...(disputed ? [`${disputed}.`] : []),
  ].join(' ')
}
