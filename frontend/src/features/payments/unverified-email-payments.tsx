import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Customer } from '#contract/customer'
import { formatCents } from '#contract/money'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Card, CardLoadError } from '../../ui/panel.tsx'
import { RefundPaymentButton } from './refund-payment-button.tsx'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'

interface UnprovenPaymentsProps {
  readonly customer: Customer
  readonly correct: () => void
  readonly proof: FreshMfaProofPrompt
}

export function UnverifiedEmailPayments({ customer, correct, proof }: UnprovenPaymentsProps) {
  const { customerId, email } = customer
  const { data, error, refetch } = useQuery(
    endpointQueryOptions(apiContract.payments.listUnproven, { params: { customerId } }),
  )
  if (!error && !data?.items.length) return null
  return (
    <Card id="unproven-title" title="Pagado, correo sin confirmar">
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data?.items.map((payment) => (
        <p key={payment.paymentId}>
          {payment.concept}: {formatCents(payment.amountCents)}, pagado el {formatInstantAsDay(payment.paidAt)}
        </p>
      ))}
      {data && (
        <>
          <p>
            Nadie ha confirmado todavía que <strong>{email}</strong> es su dirección. Si quien pagó abrió una cuenta, se
            lo recordamos por correo al cabo de 24 y de 72 horas. Si la dirección está mal escrita, corrígela; si no
            aparece, puedes devolver el pago.
          </p>
          <div className="panel-actions">
            <Button variant="secondary" onClick={correct}>
              Corregir la dirección
            </Button>
            {data.items.map((payment) => (
              <RefundPaymentButton
                key={payment.paymentId}
                payment={payment}
                isOnly={data.items.length === 1}
                email={email}
                proof={proof}
              />
            ))}
          </div>
        </>
      )}
    </Card>
  )
}
