import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { SecurityImprovement, SecurityImprovementProgress } from '#contract/security-improvements'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatInteger, formatDayAndTime, formatInstantAsShortDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PenetrationTestDialog } from './penetration-test-dialog.tsx'
import '../../ui/foldable.css'
import './improvements.css'

const EVERY_MS = 30_000

const progressRead = endpointQueryOptions(apiContract.security.improvements, {})

export function SecurityImprovementsCard({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const { data, isPending, error, refetch } = useQuery({ ...progressRead, refetchInterval: EVERY_MS })
  const [recording, setRecording] = useState(false)
  return (
    <Card id="improvements" title="Progreso de mejoras">
      {isPending && <CardLoading text="Leyendo el sistema..." />}
      {data && (
        <>
          <Progress progress={data} />
          <Items items={data.items} record={() => setRecording(true)} />
        </>
      )}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {recording && <PenetrationTestDialog proof={proof} close={() => setRecording(false)} />}
    </Card>
  )
}

interface ItemsProps {
  readonly items: readonly SecurityImprovement[]
  readonly record: () => void
}

function Items({ items, record }: ItemsProps) {
  const done = items.filter(({ status }) => status === 'completed')
  const toDo = items.filter(({ status }) => status !== 'completed')
  const table = { wide: true, columns: columns(record), keyOf: ({ id }: SecurityImprovement) => id }
  return (
    <div className="improvements-table">
      {toDo.length > 0 && <ResponsiveTable caption="Mejoras por completar" rows={toDo} {...table} />}
      {done.length > 0 && (
        <details className="foldable improvements-done">
          <summary>{done.length === 1 ? '1 mejora completada' : `${done.length} mejoras completadas`}</summary>
          <ResponsiveTable caption="Mejoras completadas" rows={done} {...table} />
        </details>
      )}
    </div>
  )
}

const Progress = ({
  progress: { items, completed, total, percent },
}: {
  readonly progress: SecurityImprovementProgress
}) => (
  <div className="improvements-progress">
    <progress aria-label="Mejoras completadas" max={total} value={completed} />
    <p>
      <strong>
        {formatInteger(completed)} de {formatInteger(total)}
      </strong>
      , {percent} %
    </p>
    {items[0] && <p className="improvements-read">Leído el {formatDayAndTime(items[0].readAt)}</p>}
  </div>
)

const columns = (record: () => void): readonly TableColumn<SecurityImprovement>[] => [
  { title: 'Mejora', cell: ({ title }) => <strong>{title}</strong> },
  { title: 'Categoría', cell: ({ category }) => securityImprovementCategoryLabels[category], whole: true },
  { title: 'Prioridad', cell: ({ priority }) => securityImprovementPriorityLabels[priority] },
  {
    title: 'Estado',
    cell: ({ status }) => (
      <StatusBadge good={status === 'completed'}>{securityImprovementStatusLabels[status]}</StatusBadge>
    ),
  },
  { title: 'Lo que se ha leído', cell: (item) => <Reading item={item} record={record} /> },
  {
    title: 'Completada desde',
    cell: ({ implementedDate }) =>
      implementedDate ? <time dateTime={implementedDate}>{formatInstantAsShortDay(implementedDate)}</time> : '—',
    whole: true,
  },
]

function Reading({ item, record }: { readonly item: SecurityImprovement; readonly record: () => void }) {
  const { id, title, description, reading, facts, readAt, evidence } = item
  return (
    <div className="improvements-reading">
      <p>{reading}</p>
      <details>
        <summary>
          Ver evidencia<span className="visually-hidden"> de {title}</span>
        </summary>
        <p>{description}</p>
        {facts.length > 0 && <Facts facts={facts} />}
        <p>Leído del sistema el {formatDayAndTime(readAt)}</p>
      </details>
      {evidence && <Evidence {...evidence} of={title} />}
      {id === 'penetration-test' && (
        <Button variant="plain" size="small" onClick={record}>
          Registrar informe
        </Button>
      )}
    </div>
  )
}

const Facts = ({ facts }: Pick<SecurityImprovement, 'facts'>) => (
  <ul>
    {facts.map(({ name, value, holds, source }) => (
      <li key={name}>
        <p className={holds ? undefined : 'improvements-broken'}>
          {name}: <strong>{value}</strong>
          <span className="visually-hidden">{holds ? ' (correcto)' : ' (no se cumple)'}</span>
        </p>
        <p className="improvements-source">{`${source.resource} · ${source.property}: ${source.value}`}</p>
      </li>
    ))}
  </ul>
)

interface EvidenceProps {
  readonly label: string
  readonly href: string
  readonly of: string
}

const Evidence = ({ label, href, of }: EvidenceProps) => {
  const words = (
    <>
      {label}
      <span className="visually-hidden"> de {of}</span>
    </>
  )
  return href.startsWith('/') ? (
    <Link to={href}>{words}</Link>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  )
}

const securityImprovementStatusLabels: Readonly<Record<SecurityImprovement['status'], string>> = {
  completed: 'Completada',
  'in-progress': 'En curso',
  pending: 'Pendiente',
}

const securityImprovementPriorityLabels: Readonly<Record<SecurityImprovement['priority'], string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

const securityImprovementCategoryLabels: Readonly<Record<SecurityImprovement['category'], string>> = {
  'data-protection': 'Protección de datos',
  monitoring: 'Supervisión',
  authentication: 'Autenticación',
  governance: 'Gobierno',
}
