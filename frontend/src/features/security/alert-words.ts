import { instantToWallTime } from '#contract/calendar-days'
import { type SecurityAlert, severityByAlertType, type AlertSeverity } from '#contract/security-alerts'
import { formatTime, getPracticeToday } from '../../ui/wall-time.ts'

export const alertSeverityLabels: Readonly<Record<AlertSeverity, string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

/** `9:34`, or `ayer 18:31`: alerts are at most 24 hours old. */
export const formatAlertTime = (instant: string): string =>
  instantToWallTime(instant).day === getPracticeToday() ? formatTime(instant) : `ayer ${formatTime(instant)}`

export const toAlertPersonText = ({ details: { person, by } }: Pick<SecurityAlert, 'details'>): string => {
  const name = person ? (person.name ?? 'Persona borrada') : 'Sistema'
  return by && person && by.id !== person.id ? `${name}, por ${by.name ?? 'una persona borrada'}` : name
}

/** Alerts of one finding within one hour share a row. */
export interface SecurityAlertGroup {
  readonly key: string
  readonly newest: SecurityAlert
  readonly alerts: readonly SecurityAlert[]
}

const HOUR_MS = 3_600_000

export function groupAlertsByHour(alerts: readonly SecurityAlert[]): readonly SecurityAlertGroup[] {
  const groups = new Map<string, SecurityAlert[]>()
  for (const alert of alerts) {
    const key = `${alert.finding} ${Math.floor(Date.parse(alert.timestamp) / HOUR_MS)}`
    groups.set(key, [...(groups.get(key) ?? []), alert])
  }
  return [...groups].flatMap(([key, [newest, ...others]]) =>
    newest ? [{ key, newest, alerts: [newest, ...others] }] : [],
  )
}

export const toAlertGroupText = ({ newest: { message }, alerts }: SecurityAlertGroup): string =>
  alerts.length > 1 ? `${message}, ${alerts.length} veces` : message

const gravest = (alerts: readonly SecurityAlert[]): AlertSeverity | undefined =>
  (['critical', 'high', 'medium', 'low'] as const).find((severity) =>
    alerts.some(({ type }) => severityByAlertType[type] === severity),
  )

export function toNewAlertsAnnouncement(alerts: readonly SecurityAlert[]): string {
  const [first, ...others] = alerts
  if (!first) return ''
  const severity = alertSeverityLabels[gravest(alerts) ?? first.severity].toLowerCase()
  return others.length === 0
    ? `Alerta nueva, gravedad ${severity}: ${first.message}, ${toAlertPersonText(first)}, ${formatAlertTime(first.timestamp)}.`
    : `${alerts.length} alertas nuevas, gravedad ${severity}.`
}
