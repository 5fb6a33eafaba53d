import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { wallTimeOf } from '../../ui/wall-time.ts'
import { type AlertGroup, formatWhen, groupText, personText, severityText } from './alert-words.ts'
import { AuditLink } from './audit-link.tsx'

interface AlertRowProps {
  readonly group: AlertGroup
  readonly isNew?: boolean
  readonly compact?: boolean
  /** @default no suppress button */
  readonly suppress?: (() => void) | undefined
}

export function AlertRow({ group, isNew = false, compact = false, suppress }: AlertRowProps) {
  const { newest } = group
  return (
    <li className="alert-row">
      <span className={`alert-severity alert-severity-${newest.severity}`}>{severityText[newest.severity]}</span>
      <div className="alert-what">
        <strong>{groupText(group)}</strong>
        {isNew && <span className="alert-new">Nueva</span>}
        <p className="alert-where">
          <Person group={group} />
          <Address group={group} />
        </p>
      </div>
      <div className="alert-end">
        <time dateTime={newest.timestamp}>{formatWhen(newest.timestamp)}</time>
        {suppress && (
          <Button variant="plain" size="small" onClick={suppress}>
            Suprimir<span className="visually-hidden">: {`${groupText(group)}, ${personText(newest)}`}</span>
          </Button>
        )}
      </div>
      {!compact && <Details group={group} />}
    </li>
  )
}

interface Part {
  readonly group: AlertGroup
}

function Person({ group: { newest } }: Part) {
  const record = newest.details.person?.customerId
  const name = personText(newest)
  return record ? <Link to={`/client/${record}`}>{name}</Link> : <span>{name}</span>
}

const Address = ({ group: { newest } }: Part) =>
  newest.ip_address && (
    <AuditLink filter={{ address: newest.ip_address }}>
      <span className="visually-hidden">Todo lo hecho desde </span>
      {newest.ip_address}
    </AuditLink>
  )

const Around = ({ group: { newest } }: Part) => {
  const { by, person } = newest.details
  const who = by ?? person
  const { day } = wallTimeOf(newest.timestamp)
  return who && <AuditLink filter={{ by: who.id, from: day, until: day }}>Ver qué pasó ese día</AuditLink>
}

const Details = ({ group }: Part) => (
  <details className="alert-details">
    <summary>
      Detalle<span className="visually-hidden"> de {groupText(group)}</span>
    </summary>
    <dl>
      <dt>{group.alerts.length > 1 ? 'Momentos' : 'Momento'}</dt>
      <dd>{group.alerts.map(({ timestamp }) => formatMoment(timestamp)).join(' · ')}</dd>
      <dt>Navegador</dt>
      <dd>{group.newest.user_agent ?? 'No se sabe'}</dd>
    </dl>
    <Around group={group} />
  </details>
)
