import type { BudgetUnitKind } from './budget-option.ts'
import type { BudgetRefusalReason } from './budget-refusal-reasons.ts'
import type { NoShowRule } from './cancellation-rules.ts'

export const budgetUnitKindLabels: Readonly<Record<BudgetUnitKind, string>> = {
  consultation: 'Consulta',
  analysis: 'Analítica',
  month: 'Mes',
}

export const budgetRefusalReasonLabels: Readonly<Record<BudgetRefusalReason, string>> = {
  price: 'Es más de lo que quiero gastar',
  'not-now': 'Ahora no es el momento',
  'not-what-i-need': 'No es lo que necesito',
  'other-place': 'Lo hago en otro sitio',
  'no-reason': 'Prefiero no decirlo',
}

/** Absence from a consultation of a budget; computed in functions/payments/budget-cancellation.ts. */
export const BUDGET_ABSENCE_SENTENCES: Readonly<Record<NoShowRule, string>> = {
  lost: 'Si no te presentas a una consulta, cuenta como usada.',
  'another-hour': 'Si no te presentas a una consulta, cuenta como usada.',
  refund: 'Si no te presentas a una consulta, cuenta como usada; si después cancelas el presupuesto, te la devolvemos.',
}

export const BUDGET_RULES =
  'Puedes desistir durante los 14 días siguientes a aceptar el presupuesto y cancelarlo después: te devolvemos la parte de lo pagado que no hayas usado. Si una parte queda sin pagar, no prestamos el servicio siguiente hasta que la pagues; lo ya pagado no se pierde.'
