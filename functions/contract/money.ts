import { onFirstUse } from './on-first-use.ts'

const euros = onFirstUse(
  () => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 }),
)

/** `80,00 €`, from integer cents. */
export const formatCents = (cents: number): string => euros.format(cents / 100).replace('\u00A0', ' ')

const roundEuros = onFirstUse(
  () =>
    new Intl.NumberFormat('es-ES', {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

/** For estimates, without zero cents: `320 €`. */
export const formatRoundCents = (cents: number): string => roundEuros.format(cents / 100).replace('\u00A0', ' ')

const amount = /^\d{1,7}([.,]\d{1,2})?$/

/** Integer cents of `60,50` or `60.50`; undefined for anything else. */
export function parseEuros(text: string): number | undefined {
  const entered = text.trim()
  return amount.test(entered) ? Math.round(Number(entered.replace(',', '.')) * 100) : undefined
}
