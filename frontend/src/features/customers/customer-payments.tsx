import { Button } from '@aws-amplify/ui-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { paymentStatusText } from '../../content/payment-words.ts'
import { formatCents, formatDay } from '../../ui/format.ts'
import { Sheet, SheetEmpty, SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const columns: readonly Column<Payment>[] = [
  { title: 'Fecha', cell: ({ paidAt }) => formatDay(paidAt) },
  { title: 'Concepto', cell: ({ concept }) => concept },
  { title: 'Importe', cell: ({ amountCents }) => formatCents(amountCents), figures: true },
  {
    title: 'Estado',
    cell: ({ status }) => <StatusBadge good={status === 'completed'}>{paymentStatusText[status]}</StatusBadge>,
  },
]

function Payments({ customerId }: { readonly customerId: string }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    readPages(api.payments.listOfCustomer, { params: { customerId }, query: {} }),
  )
  if (isPending) return <SheetLoading text="Cargando pagos..." />
  if (!data) return <SheetProblem text={errorText(error)} retry={() => void refetch()} />
  const payments = data.pages.flatMap(({ items }) => items)
  if (payments.length === 0) return <SheetEmpty>Este cliente no tiene pagos registrados.</SheetEmpty>
  return (
    <>
      <RecordTable caption="Pagos" columns={columns} rows={payments} keyOf={({ paymentId }) => paymentId} />
      {hasNextPage && (
        <div className="sheet-more">
          <Button isLoading={isFetchingNextPage} loadingText="Cargando..." onClick={() => void fetchNextPage()}>
            Cargar más
          </Button>
        </div>
      )}
    </>
  )
}

/** What a client has paid, newest first. */
export const CustomerPayments = ({ customerId }: { readonly customerId: string }) => (
  <Sheet id="payments-title" title="Facturas">
    <Payments customerId={customerId} />
  </Sheet>
)
