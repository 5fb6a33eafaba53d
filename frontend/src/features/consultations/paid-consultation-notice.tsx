import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import type { CustomerPayment } from '#contract/payments'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'

/** Of one customer: nobody has more payments than a page has. */
const ALL = 100

/** What was paid for it, when, and what of that went back. Nothing where nothing was paid. */
export const PaidConsultationNotice = ({ consultation }: { readonly consultation: Consultation | undefined }) =>
  consultation?.orderId && <Paid customerId={consultation.customerId} orderId={consultation.orderId} />

function Paid({ customerId, orderId }: { readonly customerId: string; readonly orderId: string }) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.payments.listOfCustomer, { params: { customerId }, query: { limit: ALL } }),
  )
  const payment = data?.items.find((each) => each.orderId === orderId)
  return <NoticeBox>{payment ? describe(payment) : 'Ya está pagada.'}</NoticeBox>
}

function describe({ amountCents, refundedCents, paidAt }: CustomerPayment): string {
  const paid = `Pagada: ${formatCents(amountCents)}, el ${formatInstantAsDay(paidAt)}.`
  return refundedCents > 0 ? `${paid} Devueltos o pedidos: ${formatCents(refundedCents)}.` : paid
}
