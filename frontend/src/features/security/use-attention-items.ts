import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { addDays } from '#contract/calendar-days'
import type { AuditCheck } from '#contract/audit-check'
import type { AuditLogEntry } from '#contract/security'
import type { SecurityImprovement } from '#contract/security-improvements'
import { type SecuritySettings, securitySettingLabels } from '#contract/security-settings'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatDayAndTime, formatInteger } from '../../ui/format.ts'
import { getPracticeToday } from '../../ui/wall-time.ts'
import { formatAlertTime, groupAlertsByHour, toAlertGroupText, toAlertPersonText } from './alert-words.ts'
import { cachedAlertsQuery } from './use-security-alerts.ts'

export interface SecurityAttentionItem {
  readonly key: string
  readonly what: string
  readonly more: string
  readonly action: string
  readonly to: { readonly card: string } | { readonly page: string }
}

const MAX_ALERTS = 3

export function useSecurityAttentionItems(failedServices: readonly string[]): {
  readonly matters: readonly SecurityAttentionItem[] | undefined
  readonly pending: number
  readonly failed: boolean
} {
  const alerts = useQuery(cachedAlertsQuery)
  const settings = useQuery(endpointQueryOptions(apiContract.security.settings, {}))
  const improvements = useQuery(endpointQueryOptions(apiContract.security.improvements, {}))
  const questions = useQuery(questionsRead())
  const auditCheck = useQuery(endpointQueryOptions(apiContract.security.auditCheck, {}))
  const failed = [alerts, settings, improvements, questions, auditCheck].some(({ error, data }) => error && !data)
  if (!alerts.data || !settings.data || !improvements.data || !questions.data || !auditCheck.data)
    return { matters: undefined, pending: 0, failed }
  return {
    failed,
    pending: improvements.data.total - improvements.data.completed,
    matters: [
      ...ofAuditCheck(auditCheck.data.check),
      ...ofAlerts(alerts.data.accounts.filter(({ type }) => type === 'admin_action')),
      ...ofAlerts(alerts.data.alerts.filter(({ severity }) => severity === 'high' || severity === 'critical')),
      ...ofImprovements(improvements.data.items),
      ...failedServices.map(ofService),
      ...ofSettings(settings.data.settings),
      ...questions.data.items.map(ofQuestion),
    ],
  }
}

/** A client's question about record openings is listed for a week, because its answer is not recorded. */
const QUESTION_DAYS = 7
const MAX_QUESTIONS = 3

const questionsRead = () => {
  const from = addDays(getPracticeToday(), -QUESTION_DAYS)
  return endpointQueryOptions(apiContract.security.audit, {
    query: { action: 'DATA_OPENING_QUESTIONED', from, limit: MAX_QUESTIONS },
  })
}

const ofAuditCheck = (check: AuditCheck | null): SecurityAttentionItem[] =>
  check && check.brokenCount > 0
    ? [
        {
          key: 'audit-check',
          what: 'El registro de auditoría está alterado',
          more: `${check.brokenCount === 1 ? 'Una entrada no coincide' : `${formatInteger(check.brokenCount)} entradas no coinciden`} con su copia.`,
          action: 'Ver la comprobación',
          to: { card: 'audit-check' },
        },
      ]
    : []

const ofQuestion = ({ auditId, about, values, at }: AuditLogEntry): SecurityAttentionItem => ({
  key: auditId,
  what: `${about?.name ?? 'Una persona borrada'} pregunta por quién ha visto sus datos`,
  more: [values[0]?.after, formatDayAndTime(at)].filter(Boolean).join(' · '),
  action: 'Ver la ficha',
  to: {
    page: about?.customerId ? `/client/${about.customerId}` : '/admin?tab=security&accion=DATA_OPENING_QUESTIONED',
  },
})

const ofService = (name: string): SecurityAttentionItem => ({
  key: name,
  what: `«${name}» no responde`,
  more: 'Lo que depende de este servicio no funciona ahora.',
  action: 'Ver los servicios',
  to: { page: '/admin?tab=test' },
})

const ofAlerts = (grave: Parameters<typeof groupAlertsByHour>[0]): SecurityAttentionItem[] =>
  groupAlertsByHour(grave)
    .slice(0, MAX_ALERTS)
    .map((group) => ({
      key: group.key,
      what: `${toAlertGroupText(group)}: ${toAlertPersonText(group.newest)}`,
      more: [group.newest.ip_address && `Desde ${group.newest.ip_address}`, formatAlertTime(group.newest.timestamp)]
        .filter(Boolean)
        .join(', '),
      action: 'Ver qué pasó',
      to: { card: 'alerts-title' },
    }))

/** Improvements that are planned rather than wrong: passkeys, and a penetration test without a report. */
const isToCome = ({ id, evidence }: SecurityImprovement): boolean =>
  id === 'passkeys' || (id === 'penetration-test' && !evidence)

const ofImprovements = (items: readonly SecurityImprovement[]): SecurityAttentionItem[] =>
  items
    .filter((item) => item.status !== 'completed' && !isToCome(item))
    .map(({ id, title, facts, reading }) => {
      const wrong = facts.filter(({ holds }) => !holds)
      return {
        key: id,
        what: wrong.length > 0 ? `${title}: no se cumple` : title,
        more: wrong.length > 0 ? wrong.map(({ name, value }) => `${name}: ${value}`).join('; ') : reading,
        action: 'Ver la mejora',
        to: { card: 'improvements' },
      }
    })

const weakened = ['enforceStrongPasswords', 'rateLimiting'] as const satisfies readonly (keyof SecuritySettings)[]

const ofSettings = (settings: SecuritySettings): SecurityAttentionItem[] =>
  weakened
    .filter((name) => !settings[name])
    .map((name) => ({
      key: name,
      what: `«${securitySettingLabels[name]}» está desactivado`,
      more: 'Lo básico sigue activo.',
      action: 'Ver el ajuste',
      to: { card: 'security-settings' },
    }))
