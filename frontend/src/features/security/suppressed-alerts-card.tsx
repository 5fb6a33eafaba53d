import { useState } from 'react'
import { alertSuppressionReasonLabels } from '#contract/audit-labels'
import type { AlertSuppression } from '#contract/security-alerts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInteger, formatDayAndTime, formatInstantAsShortDay } from '../../ui/format.ts'
import { CollapsibleCard } from '../../ui/collapsible-card.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { toAlertPersonText } from './alert-words.ts'
import { useSecurityAlerts, useSuppressedAlerts, useSuppressAlerts } from './use-security-alerts.ts'
import './alerts.css'

const TITLE = 'suppressed-title'

export function SuppressedAlertsCard() {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useSecurityAlerts()
  return (
    <CollapsibleCard
      id={TITLE}
      title="Gestión de falsos positivos"
      result={data ? stateText(data.suppressed) : ''}
      onToggle={setIsOpen}
    >
      {isOpen && <SuppressedList count={data?.suppressed.count ?? 0} />}
    </CollapsibleCard>
  )
}

interface State {
  readonly count: number
  readonly firstUntil: string | null
}

function stateText({ count, firstUntil }: State): string {
  if (!firstUntil) return 'Ninguna alerta suprimida'
  const many =
    count === 1 ? '1 alerta suprimida; vuelve' : `${formatInteger(count)} alertas suprimidas; la primera vuelve`
  return `${many} el ${formatInstantAsShortDay(firstUntil)}`
}

function SuppressedList({ count }: Pick<State, 'count'>) {
  const { data, error, isPending, refetch } = useSuppressedAlerts(true)
  const { restore } = useSuppressAlerts()
  if (isPending) return <CardLoading text="Cargando alertas suprimidas..." />
  if (error && !data) {
    return (
      <CardLoadError
        text={`No se pudieron cargar las alertas suprimidas. ${toErrorMessage(error)}`}
        retry={() => void refetch()}
      />
    )
  }
  if (!data || data.suppressed.items.length === 0 || count === 0) return <p>No hay nada suprimido.</p>
  return (
    <ul className="alert-list">
      {data.suppressed.items.map((each) => (
        <SuppressedRow
          key={each.finding}
          suppression={each}
          busy={restore.isPending && restore.variables.params.findingId === each.finding}
          restore={() => restore.mutate({ params: { findingId: each.finding } })}
        />
      ))}
    </ul>
  )
}

interface SuppressedRowProps {
  readonly suppression: AlertSuppression
  readonly busy: boolean
  readonly restore: () => void
}

const SuppressedRow = ({ suppression: { alert, reason, by, at, until }, busy, restore }: SuppressedRowProps) => (
  <li className="alert-suppressed">
    <div className="alert-what">
      <strong>{alert.message}</strong>
      <p className="alert-where">
        <span>{toAlertPersonText(alert)}</span>
        {alert.ip_address && <span>{alert.ip_address}</span>}
      </p>
      <p className="alert-where">
        <span>{alertSuppressionReasonLabels[reason]}</span>
        <span>{`La suprimió ${by.name ?? 'una persona borrada'} el ${formatDayAndTime(at)}`}</span>
        <span>{`Vuelve el ${formatDayAndTime(until)}`}</span>
      </p>
    </div>
    <Button variant="secondary" size="small" busy={busy} busyText="Recuperando..." onClick={restore}>
      Volver a mostrar<span className="visually-hidden">: {`${alert.message}, ${toAlertPersonText(alert)}`}</span>
    </Button>
  </li>
)
