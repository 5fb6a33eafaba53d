import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiContract } from '#contract/api'
import { describeDispute } from '#contract/dispute-text'
import type { Payment } from '#contract/payment'
import type { CustomerPayment } from '#contract/payments'
import { isRefundUnderWay } from '#contract/refunds'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { CustomerRefundDialog, getLeftCents, type RefundAttempt } from './customer-refund-dialog.tsx'
import { CustomerRefunds, type RefundOfPayment } from './customer-refunds.tsx'
import { PaymentTable, PaymentReceiptButtons } from './payment-table.tsx'

interface CustomerPaymentsProps {
  readonly customerId: string
  readonly proof: FreshMfaProofPrompt
}

const receiptOf = ({ customerId, paymentId }: Payment) =>
  callApi(apiContract.payments.receiptOfCustomer, { params: { customerId, paymentId } })

/** An id without an answer is reused, also after the dialog was closed. */
function useRefundAttempt() {
  const [attempt, setAttempt] = useState<RefundAttempt>()
  const refundIds = useRef(new Map<string, string>())
  const begin = (payment: CustomerPayment, retried: Pick<RefundAttempt, 'amountCents' | 'reason'> = {}) => {
    const refundId = refundIds.current.get(payment.paymentId) ?? `ref_${crypto.randomUUID()}`
    refundIds.current.set(payment.paymentId, refundId)
    setAttempt({ payment, refundId, ...retried })
  }
  const answered = () => {
    if (!attempt) return
    const refundId = `ref_${crypto.randomUUID()}`
    refundIds.current.set(attempt.payment.paymentId, refundId)
    setAttempt((before) => before && { ...before, refundId })
  }
  return { attempt, begin, answered, close: () => setAttempt(undefined) }
}

const isUnderWay = ({ refunds }: CustomerPayment): boolean => refunds.some(isRefundUnderWay)

function Payments({ customerId, proof }: CustomerPaymentsProps) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.payments.listOfCustomer, { params: { customerId }, query: {} }),
  )
  const { attempt, begin, answered, close } = useRefundAttempt()
  const actions = (payment: CustomerPayment) => (
    <div className="own-payment-actions">
      <PaymentReceiptButtons payment={payment} receiptOf={receiptOf} />
      {getLeftCents(payment) > 0 && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Devolver el pago ${payment.receiptNumber}`}
          onClick={() => begin(payment)}
        >
          Devolver
        </Button>
      )}
    </div>
  )
  const retry = ({ payment, refund: { amountCents, explanation } }: RefundOfPayment) =>
    begin(payment, { amountCents, reason: explanation ?? '' })
  const empty = 'Este cliente no tiene pagos registrados.'
  return (
    <>
      <PagedList list={list} loading="Cargando pagos..." empty={empty} problem={toErrorMessage}>
        {(payments) => (
          <>
            <PaymentTable
              caption="Pagos"
              payments={payments}
              receipt={actions}
              isUnderWay={isUnderWay}
              dispute={describeDispute}
            />
            <CustomerRefunds payments={payments} retry={retry} />
          </>
        )}
      </PagedList>
      {attempt && <CustomerRefundDialog attempt={attempt} proof={proof} answered={answered} close={close} />}
    </>
  )
}

export const CustomerPayments = (props: CustomerPaymentsProps) => (
  <Card id="payments-title" title="Facturas">
    <Payments {...props} />
  </Card>
)
