import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { SecurityImprovement } from '#contract/security-improvements'
import { type SecuritySettings, settingText } from '#contract/security-settings'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet, SheetLoading } from '../../ui/panel.tsx'
import { formatWhen, groupedByHour, groupText, personText } from './alert-words.ts'
import { goToCard } from './go-to-card.ts'
import { alertsRead } from './use-alerts.ts'
import './security.css'

interface Matter {
  readonly key: string
  readonly what: string
  readonly more: string
  readonly action: string
  /** The card that it leads to. */
  readonly card: string
}

/** More than these stand in their own card. */
const MOST_ALERTS = 3

/** Everything that somebody has to see to, the gravest first; undefined until all of it is known. */
function useMatters(): {
  readonly matters: readonly Matter[] | undefined
  readonly pending: number
  readonly failed: boolean
} {
  const alerts = useQuery(alertsRead)
  const settings = useQuery(read(api.security.settings, {}))
  const improvements = useQuery(read(api.security.improvements, {}))
  const failed = [alerts, settings, improvements].some(({ error, data }) => error && !data)
  if (!alerts.data || !settings.data || !improvements.data) return { matters: undefined, pending: 0, failed }
  return {
    failed,
    pending: improvements.data.total - improvements.data.completed,
    matters: [
      ...ofAlerts(alerts.data.accounts.filter(({ type }) => type === 'admin_action')),
      ...ofAlerts(alerts.data.alerts.filter(({ severity }) => severity === 'high' || severity === 'critical')),
      ...ofImprovements(improvements.data.items),
      ...ofSettings(settings.data.settings),
    ],
  }
}

const ofAlerts = (grave: Parameters<typeof groupedByHour>[0]): Matter[] =>
  groupedByHour(grave)
    .slice(0, MOST_ALERTS)
    .map((group) => ({
      key: group.key,
      what: `${groupText(group)}: ${personText(group.newest)}`,
      more: [group.newest.ip_address && `Desde ${group.newest.ip_address}`, formatWhen(group.newest.timestamp)]
        .filter(Boolean)
        .join(', '),
      action: 'Ver qué pasó',
      card: 'alerts-title',
    }))

/** What nobody has done yet is no cause for alarm: passkeys, and a penetration test of which no report was entered. */
const isToCome = ({ id, evidence }: SecurityImprovement): boolean =>
  id === 'passkeys' || (id === 'penetration-test' && !evidence)

/** What was read and is not as it must be, and what could not be read. */
const ofImprovements = (items: readonly SecurityImprovement[]): Matter[] =>
  items
    .filter((item) => item.status !== 'completed' && !isToCome(item))
    .map(({ id, title, facts, reading }) => {
      const wrong = facts.filter(({ holds }) => !holds)
      return {
        key: id,
        what: wrong.length > 0 ? `${title}: no se cumple` : title,
        more: wrong.length > 0 ? wrong.map(({ name, value }) => `${name}: ${value}`).join('; ') : reading,
        action: 'Ver la mejora',
        card: 'improvements',
      }
    })

/** Says of no more than what was looked at that it is well. */
const wellText = (pending: number): string => {
  const toDo = pending === 1 ? ' Queda 1 mejora por hacer.' : ` Quedan ${pending} mejoras por hacer.`
  return `Sin alertas graves, y las protecciones y los ajustes en orden.${pending === 0 ? '' : toDo}`
}

const weakened = ['enforceStrongPasswords', 'rateLimiting'] as const satisfies readonly (keyof SecuritySettings)[]

const ofSettings = (settings: SecuritySettings): Matter[] =>
  weakened
    .filter((name) => !settings[name])
    .map((name) => ({
      key: name,
      what: `«${settingText[name]}» está apagado`,
      more: 'Lo básico sigue activo.',
      action: 'Ver el ajuste',
      card: 'security-settings',
    }))

/** What comes first: whether there is anything to do, and what. */
export function Attention() {
  const { matters, pending, failed } = useMatters()
  const title = matters && matters.length > 0 ? attentionText(matters.length) : 'Estado'
  return (
    <Sheet id="attention-title" title={title}>
      {!matters && !failed && <SheetLoading text="Comprobando..." />}
      {failed && <p>No se ha podido comprobar todo. Mira abajo qué apartado falla.</p>}
      {matters?.length === 0 && <p className="attention-well">{wellText(pending)}</p>}
      {matters && matters.length > 0 && (
        <ul className="attention-list">
          {matters.map(({ key, what, more, action, card }) => (
            <li key={key}>
              <div>
                <strong>{what}</strong>
                <p>{more}</p>
              </div>
              <Button look="secondary" size="small" onClick={() => goToCard(card)}>
                {action}
                <span className="visually-hidden">: {what}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

const attentionText = (count: number): string =>
  count === 1 ? 'Una cosa necesita tu atención' : `${count} cosas necesitan tu atención`
