import { type Alert, alertSeverity, type Severity } from '#contract/security-alerts'
import { formatTime, todayHere, wallTimeOf } from '../../ui/wall-time.ts'

export const severityText: Readonly<Record<Severity, string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

/** `9:34`, or `ayer 18:31`: alerts are at most 24 hours old. */
export const formatWhen = (instant: string): string =>
  wallTimeOf(instant).day === todayHere() ? formatTime(instant) : `ayer ${formatTime(instant)}`

export const personText = ({ details: { person, by } }: Pick<Alert, 'details'>): string => {
  const name = person ? (person.name ?? 'Persona borrada') : 'Sistema'
  return by && person && by.id !== person.id ? `${name}, por ${by.name ?? 'una persona borrada'}` : name
}

/** Alerts of one finding within one hour share a row. */
export interface AlertGroup {
  readonly key: string
  readonly newest: Alert
  readonly alerts: readonly Alert[]
}

const HOUR_MS = 3_600_000

export function groupedByHour(alerts: readonly Alert[]): readonly AlertGroup[] {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    const key = `${alert.finding} ${Math.floor(Date.parse(alert.timestamp) / HOUR_MS)}`
    groups.set(key, [...(groups.get(key) ?? []), alert])
  }
  return [...groups].flatMap(([key, [newest, ...others]]) =>
    newest ? [{ key, newest, alerts: [newest, ...others] }] : [],
  )
}

export const groupText = ({ newest: { message }, alerts }: AlertGroup): string =>
  alerts.length > 1 ? `${message}, ${alerts.length} veces` : message

const gravest = (alerts: readonly Alert[]): Severity | undefined =>
  (['critical', 'high', 'medium', 'low'] as const).find((severity) =>
    alerts.some(({ type }) => alertSeverity[type] === severity),
  )

/** Screen reader announcement of new alerts. */
export function newsText(alerts: readonly Alert[]): string {
  const [first, ...others] = alerts
  if (!first) return ''
  const severity = severityText[gravest(alerts) ?? first.severity].toLowerCase()
  return others.length === 0
    ? `Alerta nueva, gravedad ${severity}: ${first.message}, ${personText(first)}, ${formatWhen(first.timestamp)}.`
    : `${alerts.length} alertas nuevas, gravedad ${severity}.`
}
