import { Button } from '@aws-amplify/ui-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { paymentStatusText } from '../../content/payment-words.ts'
import { browser } from '../../ui/browser.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatCents, formatDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Sheet, SheetEmpty, SheetLoading, SheetProblem } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Opens the receipt of a payment by a link that lives for a minute. */
function ReceiptButton({ payment }: { readonly payment: Payment }) {
  const { mutate, isPending } = useMutation({
    mutationFn: (paymentId: string) => call(api.payments.receipt, { params: { paymentId } }),
    onSuccess: ({ url }) => browser.leaveFor(url),
    onError: (error) => notify.failure('Error', errorText(error)),
  })
  return (
    <Button
      size="small"
      isLoading={isPending}
      loadingText="Preparando..."
      aria-label={`Descargar justificante ${payment.receiptNumber}`}
      onClick={() => mutate(payment.paymentId)}
    >
      Descargar justificante
    </Button>
  )
}

const columns: readonly Column<Payment>[] = [
  { title: 'Fecha', cell: ({ paidAt }) => formatDay(paidAt) },
  { title: 'Concepto', cell: ({ concept }) => concept },
  { title: 'Importe', cell: ({ amountCents }) => formatCents(amountCents), figures: true },
  {
    title: 'Estado',
    cell: ({ status }) => <StatusBadge good={status === 'completed'}>{paymentStatusText[status]}</StatusBadge>,
  },
  { title: 'Justificante', cell: (payment) => <ReceiptButton payment={payment} /> },
]

const Empty = () => (
  <SheetEmpty>
    <p>Todavía no has hecho ningún pago. Cuando pagues tu primera consulta, aparecerá aquí su justificante.</p>
    <ButtonLink to="/comprar" size="small">
      Reservar primera consulta
    </ButtonLink>
  </SheetEmpty>
)

function InvoiceList() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    readPages(api.payments.list, { query: {} }),
  )
  if (isPending) return <SheetLoading text="Cargando pagos..." />
  if (!data) return <SheetProblem text={errorText(error)} retry={() => void refetch()} />
  const payments = data.pages.flatMap(({ items }) => items)
  if (payments.length === 0) return <Empty />
  return (
    <>
      <RecordTable caption="Tus pagos" columns={columns} rows={payments} keyOf={({ paymentId }) => paymentId} />
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

/** What the client has paid, newest first, each with its receipt. */
export const Invoices = () => (
  <Sheet id="payments-title" title="Mis pagos">
    <InvoiceList />
  </Sheet>
)
