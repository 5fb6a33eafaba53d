import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Payment } from '#contract/payment'
import type { OwnPayment } from '#contract/payments'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { OwnRefundButton } from './own-refund-button.tsx'
import { fetchOwnReceipt } from './own-receipt.ts'
import { PaymentTable, PaymentReceiptButtons } from './payment-table.tsx'

const Empty = () => (
  <>
    <p>Todavía no has hecho ningún pago. Cuando pagues tu primera consulta, aparecerá aquí su justificante.</p>
    <ButtonLink to="/comprar" size="small">
      Reservar primera consulta
    </ButtonLink>
  </>
)

const receipt = (payment: Payment) => (
  <div className="own-payment-actions">
    <PaymentReceiptButtons payment={payment} receiptOf={fetchOwnReceipt} />
    <OwnRefundButton payment={payment} />
  </div>
)

const isHeldUp = ({ isRefundHeldUp }: OwnPayment): boolean => isRefundHeldUp

const isUnderWay = ({ isRefundUnderWay }: OwnPayment): boolean => isRefundUnderWay

function PaymentList() {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.payments.list, { query: {} }))
  return (
    <PagedList list={list} loading="Cargando pagos..." empty={<Empty />} problem={toErrorMessage}>
      {(payments) => (
        <PaymentTable
          caption="Tus pagos"
          payments={payments}
          receipt={receipt}
          isUnderWay={isUnderWay}
          isHeldUp={isHeldUp}
        />
      )}
    </PagedList>
  )
}

export const OwnPaymentsCard = () => (
  <Card id="payments-title" title="Mis pagos">
    <PaymentList />
  </Card>
)
