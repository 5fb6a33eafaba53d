import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Payment } from '#contract/payments'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { PaymentTable, PaymentReceiptButtons } from './payment-table.tsx'

interface CustomerPaymentsProps {
  readonly customerId: string
}

const receiptOf = ({ customerId, paymentId }: Payment) =>
  callApi(apiContract.payments.receiptOfCustomer, { params: { customerId, paymentId } })

const receipt = (payment: Payment) => <PaymentReceiptButtons payment={payment} receiptOf={receiptOf} />

function Payments({ customerId }: CustomerPaymentsProps) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.payments.listOfCustomer, { params: { customerId }, query: {} }),
  )
  const empty = 'Este cliente no tiene pagos registrados.'
  return (
    <PagedList list={list} loading="Cargando pagos..." empty={empty} problem={toErrorMessage}>
      {(payments) => <PaymentTable caption="Pagos" payments={payments} receipt={receipt} />}
    </PagedList>
  )
}

export const CustomerPayments = ({ customerId }: CustomerPaymentsProps) => (
  <Card id="payments-title" title="Facturas">
    <Payments customerId={customerId} />
  </Card>
)
