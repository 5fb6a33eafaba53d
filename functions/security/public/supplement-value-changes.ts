import { type DoseTime, doseUnits } from '#contract/dosing'
import type { AuditedValueChange } from '#contract/audited-value-change'
import { formatDoseUnit } from '#contract/dosing-text'
import { formatSecurityImprovementDay } from './reading-text.ts'
import { onFirstUse } from '#contract/on-first-use'

type Data = Readonly<Record<string, unknown>>

/** Each value is named with its supplement: `Dosis de Zinc`, `1`, `2 cápsulas`. */
export function toSupplementValueChanges(before: unknown, after: unknown): AuditedValueChange[] {
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const subject = subjectText({ ...is, ...was })
  if (subject === null) return []
  const values = [
    { name: `Dosis de ${subject}`, ...doses(was, is) },
    ...Object.entries(words).map(([key, [title, text]]) => ({
      name: `${title} de ${subject}`,
      before: text(was[key]),
      after: text(is[key]),
    })),
  ]
  return values
    .filter((value) => value.before !== null || value.after !== null)
    .map((value) => ({ ...value, after: value.after ?? 'ninguno' }))
}

function subjectText({ name, moment }: Data): string | null {
  if (typeof name !== 'string') return null
  const when = typeof moment === 'string' ? momentText[moment as DoseTime] : undefined
  return when ? `${name} ${when}` : name
}

const momentText: Readonly<Record<DoseTime, string>> = {
  Mañana: 'por la mañana',
  Mediodía: 'al mediodía',
  Tarde: 'por la tarde',
  Noche: 'por la noche',
  'Con desayuno': 'en el desayuno',
  'Con comida': 'en la comida',
  'Con cena': 'en la cena',
  'Entre comidas': 'entre comidas',
}

const amounts = onFirstUse(() => new Intl.NumberFormat('es-ES', { maximumFractionDigits: 3 }))

function doses(was: Data, is: Data): Omit<AuditedValueChange, 'name'> {
  const { amount } = was
  const isSameUnit = typeof amount === 'number' && was['unit'] === is['unit']
  const before = doseText(was)
  return { before: isSameUnit ? amounts.format(amount) : before, after: doseText(is) ?? (before && 'ninguna') }
}

function doseText({ amount, unit: stored }: Data): string | null {
  const unit = doseUnits.find((known) => known === stored)
  return typeof amount === 'number' && unit ? `${amounts.format(amount)} ${formatDoseUnit({ amount, unit })}` : null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const dateText = (day: unknown) => (typeof day === 'string' ? formatSecurityImprovementDay(day) : null)
const listText = (list: unknown) => (Array.isArray(list) ? list.join(', ') || 'ninguno' : null)

const words: Readonly<Record<string, readonly [title: string, text: (value: unknown) => string | null]>> = {
  frequency: ['Frecuencia', textOf],
  times: ['Momentos', listText],
  startDate: ['Inicio', dateText],
  endDate: ['Final', dateText],
}

const isRecord = (value: unknown): value is Data => typeof value === 'object' && value !== null
