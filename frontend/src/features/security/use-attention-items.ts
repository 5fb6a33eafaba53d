import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { addDays } from '#contract/days'
import type { AuditLine } from '#contract/security'
import type { SecurityImprovement } from '#contract/security-improvements'
import { type SecuritySettings, settingText } from '#contract/security-settings'
import { read } from '../../api/query.ts'
import { formatMoment } from '../../ui/format.ts'
import { todayHere } from '../../ui/wall-time.ts'
import { formatWhen, groupedByHour, groupText, personText } from './alert-words.ts'
import { alertsRead } from './use-alerts.ts'

export interface AttentionItem {
  readonly key: string
  readonly what: string
  readonly more: string
  readonly action: string
  readonly to: { readonly card: string } | { readonly page: string }
}

const MAX_ALERTS = 3

/** Most severe first; undefined until all of it is loaded. */
export function useAttentionItems(failedServices: readonly string[]): {
  readonly matters: readonly AttentionItem[] | undefined
  readonly pending: number
  readonly failed: boolean
} {
  const alerts = useQuery(alertsRead)
  const settings = useQuery(read(api.security.settings, {}))
  const improvements = useQuery(read(api.security.improvements, {}))
  const questions = useQuery(questionsRead())
  const failed = [alerts, settings, improvements, questions].some(({ error, data }) => error && !data)
  if (!alerts.data || !settings.data || !improvements.data || !questions.data)
    return { matters: undefined, pending: 0, failed }
  return {
    failed,
    pending: improvements.data.total - improvements.data.completed,
    matters: [
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
  const from = addDays(todayHere(), -QUESTION_DAYS)
  return read(api.security.audit, { query: { action: 'DATA_OPENING_QUESTIONED', from, limit: MAX_QUESTIONS } })
}

const ofQuestion = ({ auditId, about, values, at }: AuditLine): AttentionItem => ({
  key: auditId,
  what: `${about?.name ?? 'Una persona borrada'} pregunta por quién ha visto sus datos`,
  more: [values[0]?.after, formatMoment(at)].filter(Boolean).join(' · '),
  action: 'Ver la ficha',
  to: {
    page: about?.customerId ? `/client/${about.customerId}` : '/admin?tab=security&accion=DATA_OPENING_QUESTIONED',
  },
})

const ofService = (name: string): AttentionItem => ({
  key: name,
  what: `«${name}» no responde`,
  more: 'Lo que depende de este servicio no funciona ahora.',
  action: 'Ver los servicios',
  to: { page: '/admin?tab=test' },
})

const ofAlerts = (grave: Parameters<typeof groupedByHour>[0]): AttentionItem[] =>
  groupedByHour(grave)
    .slice(0, MAX_ALERTS)
    .map((group) => ({
      key: group.key,
      what: `${groupText(group)}: ${personText(group.newest)}`,
      more: [group.newest.ip_address && `Desde ${group.newest.ip_address}`, formatWhen(group.newest.timestamp)]
        .filter(Boolean)
        .join(', '),
      action: 'Ver qué pasó',
      to: { card: 'alerts-title' },
    }))

/** Not alarming, merely not done yet: passkeys, and a penetration test without a report. */
const isToCome = ({ id, evidence }: SecurityImprovement): boolean =>
  id === 'passkeys' || (id === 'penetration-test' && !evidence)

const ofImprovements = (items: readonly SecurityImprovement[]): AttentionItem[] =>
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

const ofSettings = (settings: SecuritySettings): AttentionItem[] =>
  weakened
    .filter((name) => !settings[name])
    .map((name) => ({
      key: name,
      what: `«${settingText[name]}» está apagado`,
      more: 'Lo básico sigue activo.',
      action: 'Ver el ajuste',
      to: { card: 'security-settings' },
    }))
