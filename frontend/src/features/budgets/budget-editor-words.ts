import type { BudgetMilestone, PublishedBudgetOption } from '#contract/budget-option'
import type { BudgetPartState, BudgetState } from '#contract/budgets'
import { formatCents } from '#contract/money'
import { consultationTypeLabels } from '#contract/status-labels'
import { formatDecimal, keepSumsWhole } from '../../ui/format.ts'

export const budgetStateLabels: Readonly<Record<BudgetState, string>> = {
  draft: 'Borrador',
  open: 'Publicado',
  expired: 'Caducado',
  declined: 'No lo quiere',
  accepted: 'Aceptado',
  ended: 'Cancelado',
}

export const partStateLabels: Readonly<Record<BudgetPartState, string>> = {
  paid: 'Pagada',
  due: 'Por pagar',
  late: 'Atrasada',
  later: 'Más adelante',
  refunded: 'Devuelta',
  void: 'Ya no se debe',
}

export const formatSum = (cents: number): string => keepSumsWhole(formatCents(cents))

const milestoneWords: Readonly<Record<BudgetMilestone['kind'], string>> = {
  consultation: 'antes de la consulta',
  analysis: 'antes de la analítica',
  month: 'antes del mes',
}

/** When a part is due. */
export const formatMilestone = (before: BudgetMilestone | null): string =>
  before ? `${milestoneWords[before.kind]} ${before.number}` : 'al aceptar'

export const formatVat = (vat: PublishedBudgetOption['vat']): string =>
  'exemption' in vat ? vat.exemption : `IVA del ${formatDecimal(vat.percent)} % incluido`

const count = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

type Counted = Pick<PublishedBudgetOption, 'consultations' | 'analyses' | 'months'>

/** '3 consultas de seguimiento de 30 minutos', '1 analítica', '3 meses' */
export function listCountedUnits({ consultations, analyses, months }: Counted): readonly string[] {
  const type = consultationTypeLabels[consultations.type].toLowerCase()
  return [
    ...(consultations.count > 0
      ? [`${count(consultations.count, 'consulta', 'consultas')} (${type}, ${consultations.durationMinutes} minutos)`]
      : []),
    ...(analyses.count > 0 ? [count(analyses.count, 'analítica', 'analíticas')] : []),
    count(months.count, 'mes de acompañamiento', 'meses de acompañamiento'),
  ]
}
