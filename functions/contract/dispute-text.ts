import { createInstantFormatter } from './calendar-days.ts'
import type { PaymentDispute } from './disputes.ts'
import { formatCents } from './money.ts'

const day = createInstantFormatter({ dateStyle: 'long' })

interface DisputedPayment {
  readonly amountCents: number
  readonly dispute: PaymentDispute | null
}

/** What the practice reads of a payment disputed at the bank; undefined when there is nothing to know any more. */
export function describeDispute({ dispute, amountCents }: DisputedPayment): string | undefined {
  if (!dispute || dispute.state === 'won') return undefined
  if (dispute.state === 'lost')
    return dispute.amountCents < amountCents
      ? `Devuelto por el banco: ${formatCents(dispute.amountCents)}`
      : 'Devuelto por el banco'
  if (dispute.state === 'under-review') return 'En disputa con el banco: falta que decida'
  const term = dispute.answerBy === null ? '' : ` antes del ${day(dispute.answerBy)}`
  return `En disputa con el banco: responde en Stripe${term}`
}
