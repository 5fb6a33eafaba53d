import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import { formatCents, parseEuros } from '#contract/money'

export const createRefundForm = (leftCents: number) =>
  z.pipe(
    z
      .object({
        extent: z.enum(['whole', 'part']),
        amount: z.string(),
        reason: apiContract.payments.refundOfCustomer.body.shape.reason,
      })
      .check(({ value: { extent, amount }, issues }) => {
        const problem = extent === 'part' && checkAmount(amount, leftCents)
        if (problem) issues.push({ code: 'custom', input: amount, path: ['amount'], message: problem })
      }),
    z.transform(({ extent, amount, reason }) => ({
      amountCents: extent === 'whole' ? leftCents : (parseEuros(amount) ?? 0),
      reason,
    })),
  )

function checkAmount(amount: string, leftCents: number): string | undefined {
  const cents = parseEuros(amount)
  if (cents === undefined) return 'Escribe un importe en euros, por ejemplo 60,50'
  if (cents === 0) return 'Indica cuánto se devuelve'
  return cents > leftCents ? `Como mucho ${formatCents(leftCents)}: es lo que queda de este pago` : undefined
}

export type RefundFormValues = z.input<ReturnType<typeof createRefundForm>>
export type RefundFormData = z.output<ReturnType<typeof createRefundForm>>
