import type { BudgetMilestone, PublishedBudgetOption } from '#contract/budget-option'
import type { AgreementPart, BudgetPartState, BudgetState } from '#contract/budgets'
import { formatCents, formatRoundCents } from '#contract/money'
import type { VatTreatment } from '#contract/receipt'
import { formatDecimal, formatInteger, preventAmountWrapping } from '../../ui/format.ts'

export type BudgetOptionContent = Omit<PublishedBudgetOption, 'optionId' | 'parts' | 'vat'>

const counted = (count: number, one: string, several: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : several}`

export const formatMonths = (count: number): string => counted(count, 'mes', 'meses')
export const formatConsultations = ({ count, durationMinutes }: BudgetOptionContent['consultations']): string =>
  `${counted(count, 'consulta', 'consultas')} de ${formatInteger(durationMinutes)} min`
export const formatAnalyses = (count: number): string => counted(count, 'analítica', 'analíticas')

export const formatVat = (vat: VatTreatment): string =>
  'percent' in vat ? `IVA incluido (${formatDecimal(vat.percent)}\u00A0%)` : 'Exento de IVA'

export const formatPrice = (cents: number): string => preventAmountWrapping(formatRoundCents(cents))
export const formatSum = (cents: number): string => preventAmountWrapping(formatCents(cents))

/** `antes de la 2.ª consulta` */
export const formatMilestone = (before: BudgetMilestone | null): string => {
  if (!before) return 'al aceptar'
  const { kind, number } = before
  if (kind === 'month') return `antes de que empiece el mes ${number}`
  return `antes de la ${number}.ª ${kind === 'consultation' ? 'consulta' : 'analítica'}`
}

const countOf = (option: BudgetOptionContent, kind: 'analysis' | 'consultation'): number =>
  (kind === 'consultation' ? option.consultations : option.analyses).count

/** Names the service that is blocked while the part is unpaid. */
export function formatStopped(before: BudgetMilestone | null, option: BudgetOptionContent): string {
  if (!before) return 'Empezamos cuando la pagues.'
  const { kind, number } = before
  if (kind === 'month') return `Hasta que la pagues, el servicio queda en pausa desde el mes ${number}.`
  const what = kind === 'consultation' ? 'consulta' : 'analítica'
  return `Hasta que la pagues, la ${number}.ª ${what}${number < countOf(option, kind) ? ' y las siguientes quedan en pausa.' : ' queda en pausa.'}`
}

interface PricedPart {
  readonly amountCents: number
  readonly before: BudgetMilestone | null
}

const formatService = ({ kind, number }: BudgetMilestone): string =>
  kind === 'month' ? `el mes ${number}` : `la ${number}.ª ${kind === 'consultation' ? 'consulta' : 'analítica'}`

/** The services that a part pays for: from its own milestone up to that of the next part. */
export function formatCovered(parts: readonly PricedPart[], index: number): string {
  const [from, next] = [parts[index]?.before, parts[index + 1]?.before]
  if (!next) return from ? `Cubre ${formatService(from)} y lo que queda hasta el final.` : 'Lo cubre todo.'
  return `Cubre ${from ? `${formatService(from)} y ` : ''}lo que viene ${formatMilestone(next)}.`
}

/** `De una vez o en 3 × 140 €` */
export function formatWaysToPay(parts: readonly PricedPart[]): string {
  const [first] = parts
  if (!first || parts.length < 2) return 'De una vez'
  const isEqual = parts.every(({ amountCents }) => amountCents === first.amountCents)
  return isEqual
    ? `De una vez o en ${parts.length} × ${formatPrice(first.amountCents)}`
    : `De una vez o en ${parts.length} partes`
}

const partStateWords: Readonly<Record<BudgetPartState, string>> = {
  paid: 'Pagada',
  due: 'Por pagar',
  late: 'Fuera de plazo',
  later: 'Más adelante',
  refunded: 'Devuelta',
  void: 'Ya no hay que pagarla',
}

export const formatPartState = ({ state, isPaying }: Pick<AgreementPart, 'isPaying' | 'state'>): string =>
  isPaying ? 'Pago en camino' : partStateWords[state]

export const budgetStateWords: Readonly<Record<BudgetState, string>> = {
  draft: 'Borrador',
  open: 'Por decidir',
  expired: 'Caducado',
  declined: 'No elegido',
  accepted: 'Aceptado',
  ended: 'Cancelado',
}

export const findPartToPay = (parts: readonly AgreementPart[]): AgreementPart | undefined =>
  parts.find(({ state, isPaying }) => !isPaying && (state === 'due' || state === 'late'))

const numberWords = ['', 'Una', 'Dos', 'Tres'] as const

export const formatOptionCount = (count: number): string =>
  `${numberWords[count] ?? formatInteger(count)} ${count === 1 ? 'opción' : 'opciones'}`
