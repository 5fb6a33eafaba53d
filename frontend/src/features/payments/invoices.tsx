import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { ownReceipt } from './own-receipt.ts'
import { PaymentTable, ReceiptButtons } from './payment-table.tsx'

const Empty = () => (
  <>
    <p>Todavía no has hecho ningún pago. Cuando pagues tu primera consulta, aparecerá aquí su justificante.</p>
    <ButtonLink to="/comprar" size="small">
      Reservar primera consulta
    </ButtonLink>
  </>
)

const receipt = (payment: Payment) => <ReceiptButtons payment={payment} receiptOf={ownReceipt} />

function PaymentList() {
  const list = useInfiniteQuery(readPages(api.payments.list, { query: {} }))
  return (
    <PagedList list={list} loading="Cargando pagos..." empty={<Empty />} problem={errorText}>
      {(payments) => <PaymentTable caption="Tus pagos" payments={payments} receipt={receipt} />}
    </PagedList>
  )
}

export const Invoices = () => (
  <Card id="payments-title" title="Mis pagos">
    <PaymentList />
  </Card>
)
