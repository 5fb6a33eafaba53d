import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { formatCents } from '#contract/money'
import type { CustomerPayment } from '#contract/payments'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'

/** Of one customer: nobody has more payments than a page has. */
const ALL = 100

/** What was paid for it, when, and what of that went back. Nothing where nothing was paid. */
export const PaidConsultationNotice = ({ of: consultation, order, keepsPayment = false }: PaidNoticeProps) => {
  const of = consultation ?? order
  return of?.orderId && <Paid customerId={of.customerId} orderId={of.orderId} keepsPayment={keepsPayment} />
}

interface PaidFor {
  readonly customerId: string
  readonly orderId: string | null
}

interface PaidNoticeProps {
  readonly of?: PaidFor | undefined
  /** One that waits for its consultation. */
  readonly order?: PaidFor | undefined
  /** Whether what is asked about gives up the hour, after which its payment is good for another one. */
  readonly keepsPayment?: boolean
}

interface PaidProps {
  readonly customerId: string
  readonly orderId: string
  readonly keepsPayment: boolean
}

function Paid({ customerId, orderId, keepsPayment }: PaidProps) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.payments.listOfCustomer, { params: { customerId }, query: { limit: ALL } }),
  )
  const payment = data?.items.find((each) => each.orderId === orderId)
  return (
    <NoticeBox>
      <p>{payment ? describe(payment) : 'Ya está pagada.'}</p>
      {keepsPayment && payment?.status !== 'refunded' && <p>{kept}</p>}
    </NoticeBox>
  )
}

const kept =
  'Su pago no se devuelve al cancelarla: queda en «Pendiente de agendar». Para devolverlo, usa «Devolver» en su ficha.'

function describe({ amountCents, refundedCents, paidAt }: CustomerPayment): string {
  const paid = `Pagada: ${formatCents(amountCents)}, el ${formatInstantAsDay(paidAt)}.`
  return refundedCents > 0 ? `${paid} Devueltos o pedidos: ${formatCents(refundedCents)}.` : paid
}
