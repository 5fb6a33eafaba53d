import { useState } from 'react'
import { suppressionReasonText } from '#contract/audit-words'
import type { Suppression } from '#contract/security-alerts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatMoment, formatShortDay } from '../../ui/format.ts'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { CardLoading, CardProblem } from '../../ui/panel.tsx'
import { personText } from './alert-words.ts'
import { useKeepFocus } from './go-to-card.ts'
import { useAlerts, useSuppressed, useSuppressing } from './use-alerts.ts'
import './alerts.css'

const TITLE = 'suppressed-title'

export function Suppressed() {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useAlerts()
  return (
    <FoldedCard
      id={TITLE}
      title="Gestión de falsos positivos"
      result={data ? stateText(data.suppressed) : ''}
      onToggle={setIsOpen}
    >
      {isOpen && <SuppressedList count={data?.suppressed.count ?? 0} />}
    </FoldedCard>
  )
}

interface State {
  readonly count: number
  readonly firstUntil: string | null
}

function stateText({ count, firstUntil }: State): string {
  if (!firstUntil) return 'Ninguna alerta suprimida'
  const many =
    count === 1 ? '1 alerta suprimida; vuelve' : `${formatCount(count)} alertas suprimidas; la primera vuelve`
  return `${many} el ${formatShortDay(firstUntil)}`
}

function SuppressedList({ count }: Pick<State, 'count'>) {
  const { data, error, isPending, refetch } = useSuppressed(true)
  const acted = useKeepFocus(TITLE)
  const { restore } = useSuppressing()
  if (isPending) return <CardLoading text="Cargando alertas suprimidas..." />
  if (error && !data) {
    return (
      <CardProblem
        text={`No se pudieron cargar las alertas suprimidas. ${errorText(error)}`}
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
          restore={() => restore.mutate({ params: { findingId: each.finding } }, { onSuccess: acted })}
        />
      ))}
    </ul>
  )
}

interface SuppressedRowProps {
  readonly suppression: Suppression
  readonly busy: boolean
  readonly restore: () => void
}

const SuppressedRow = ({ suppression: { alert, reason, by, at, until }, busy, restore }: SuppressedRowProps) => (
  <li className="alert-suppressed">
    <div className="alert-what">
      <strong>{alert.message}</strong>
      <p className="alert-where">
        <span>{personText(alert)}</span>
        {alert.ip_address && <span>{alert.ip_address}</span>}
      </p>
      <p className="alert-where">
        <span>{suppressionReasonText[reason]}</span>
        <span>{`La suprimió ${by.name ?? 'una persona borrada'} el ${formatMoment(at)}`}</span>
        <span>{`Vuelve el ${formatMoment(until)}`}</span>
      </p>
    </div>
    <Button variant="secondary" size="small" busy={busy} busyText="Recuperando..." onClick={restore}>
      Volver a mostrar<span className="visually-hidden">: {`${alert.message}, ${personText(alert)}`}</span>
    </Button>
  </li>
)
