import { createInstantFormatter } from './calendar-days.ts'
import type { PaymentDispute } from './disputes.ts'
import { formatCents } from './money.ts'

const day = createInstantFormatter({ dateStyle: 'long' })

interface DisputedPayment {
  readonly amountCents: number
  readonly dispute: PaymentDispute | null
  readonly isRefundHeldUp: boolean
}

/** What the practice reads of a payment disputed at the bank; undefined when there is nothing to know any more. */
export function describeDispute({ dispute, amountCents, isRefundHeldUp }: DisputedPayment): string | undefined {
  if (!dispute || dispute.state === 'won') return undefined
  if (dispute.state === 'lost')
    return dispute.amountCents < amountCents
      ? `Devuelto por el banco: ${formatCents(dispute.amountCents)}`
      : 'Devuelto por el banco'
  const open = describeOpenDispute(dispute)
  return isRefundHeldUp ? `${open}. Hay una devolución que espera a que decida` : open
}

/** Without a term the bank allows no answer. */
function describeOpenDispute({ state, answerBy }: PaymentDispute): string {
  if (state === 'under-review') return 'En disputa con el banco: falta que decida'
  if (answerBy === null) return 'En disputa con el banco, que no admite respuesta: falta que decida'
  return `En disputa con el banco: responde en Stripe antes del ${day(answerBy)}`
}
