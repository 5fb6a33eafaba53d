import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { practiceLegalDetails } from '#contract/practice'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { PaymentReceiptButtons } from './payment-table.tsx'
import { fetchOwnReceipt } from './own-receipt.ts'

export function NoInvoicesText() {
  const { data } = useInfiniteQuery(endpointPagesQueryOptions(apiContract.payments.list, { query: {} }))
  const latest = data?.pages[0]?.items[0]
  if (!latest)
    return (
      <EmptyState drawing="vacio-facturas">
        <p>Todavía no tienes facturas. Aquí estarán cuando te enviemos una.</p>
      </EmptyState>
    )
  return (
    <EmptyState drawing="vacio-facturas">
      <p>
        Tu pago está registrado y este es su justificante. Si además necesitas una factura, pídenosla en{' '}
        <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a> y la encontrarás aquí.
      </p>
      <PaymentReceiptButtons payment={latest} receiptOf={fetchOwnReceipt} />
    </EmptyState>
  )
}
