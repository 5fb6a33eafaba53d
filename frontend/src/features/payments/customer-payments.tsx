import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { PaymentTable, ReceiptButtons } from './payment-table.tsx'

interface CustomerPaymentsProps {
  readonly customerId: string
}

const receiptOf = ({ customerId, paymentId }: Payment) =>
  call(api.payments.receiptOfCustomer, { params: { customerId, paymentId } })

const receipt = (payment: Payment) => <ReceiptButtons payment={payment} receiptOf={receiptOf} />

function Payments({ customerId }: CustomerPaymentsProps) {
  const list = useInfiniteQuery(readPages(api.payments.listOfCustomer, { params: { customerId }, query: {} }))
  const empty = 'Este cliente no tiene pagos registrados.'
  return (
    <PagedList list={list} loading="Cargando pagos..." empty={empty} problem={errorText}>
      {(payments) => <PaymentTable caption="Pagos" payments={payments} receipt={receipt} />}
    </PagedList>
  )
}

export const CustomerPayments = ({ customerId }: CustomerPaymentsProps) => (
  <Card id="payments-title" title="Facturas">
    <Payments customerId={customerId} />
  </Card>
)
