import type { AuditedValueChange } from '#contract/audited-value-change'
import { createInstantFormatter } from '#contract/calendar-days'
import type { ConsultationType } from '#contract/consultation-types'
import { onFirstUse } from '#contract/on-first-use'
import { consultationTypeLabels } from '#contract/status-labels'

type Data = Readonly<Record<string, unknown>>

export function toConsultationValueChanges({
  startsAt,
  old_data: before,
  new_data: after,
}: Data): AuditedValueChange[] {
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const values = [
    { name: 'Cita', before: momentText(was['startsAt']), after: momentText(startsAt) },
    change('Duración', minutesText, was['durationMinutes'], is['durationMinutes']),
    change('Tipo', typeText, was['type'], is['type']),
    change('Precio', moneyText, was['priceCents'], is['priceCents']),
    // The first proposal stands beside the price that was agreed until then.
    is['proposedPriceCents'] === undefined
      ? change('Precio propuesto', moneyText, was['proposedPriceCents'], undefined)
      : change('Precio propuesto', moneyText, was['proposedPriceCents'] ?? was['priceCents'], is['proposedPriceCents']),
  ]
  return values
    .filter((value) => value.before !== value.after)
    .map((value) => ({ ...value, after: value.after ?? 'ninguno' }))
}

type ValueText = (value: unknown) => string | null

const change = (name: string, text: ValueText, before: unknown, after: unknown): AuditedValueChange => ({
  name,
  before: text(before),
  after: text(after),
})

const euros = onFirstUse(() => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }))
const moments = createInstantFormatter({ dateStyle: 'short', timeStyle: 'short' })

export const moneyText: ValueText = (cents) => (typeof cents === 'number' ? euros.format(cents / 100) : null)
const momentText: ValueText = (instant) => (typeof instant === 'string' ? moments(instant) : null)
const minutesText: ValueText = (minutes) => (typeof minutes === 'number' ? `${minutes} min` : null)
const typeText: ValueText = (type) =>
  typeof type === 'string' ? (consultationTypeLabels[type as ConsultationType] ?? null) : null

const isRecord = (value: unknown): value is Data => typeof value === 'object' && value !== null
