import { failedSignInAuditActions } from '#contract/audit-labels'
import { instantToWallTime } from '#contract/calendar-days'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import {
  type SecurityAlertGroup,
  formatAlertTime,
  toAlertGroupText,
  toAlertPersonText,
  alertSeverityLabels,
} from './alert-words.ts'
import { AuditLogLink } from './audit-log-link.tsx'

interface AlertRowProps {
  readonly group: SecurityAlertGroup
  readonly isNew?: boolean
  readonly compact?: boolean
  readonly suppress?: (() => void) | undefined
}

export function SecurityAlertRow({ group, isNew = false, compact = false, suppress }: AlertRowProps) {
  const { newest } = group
  return (
    <li className="alert-row">
      <span className={`alert-severity alert-severity-${newest.severity}`}>{alertSeverityLabels[newest.severity]}</span>
      <div className="alert-what">
        <strong>{toAlertGroupText(group)}</strong>
        {isNew && <span className="alert-new">Nueva</span>}
        <p className="alert-where">
          <Person group={group} />
          <Address group={group} />
        </p>
      </div>
      <div className="alert-end">
        <time dateTime={newest.timestamp}>{formatAlertTime(newest.timestamp)}</time>
        {suppress && (
          <Button variant="plain" size="small" onClick={suppress}>
            Suprimir
            <span className="visually-hidden">: {`${toAlertGroupText(group)}, ${toAlertPersonText(newest)}`}</span>
          </Button>
        )}
      </div>
      {!compact && <Details group={group} />}
    </li>
  )
}

interface Part {
  readonly group: SecurityAlertGroup
}

function Person({ group: { newest } }: Part) {
  const record = newest.details.person?.customerId
  const name = toAlertPersonText(newest)
  return record ? <Link to={`/client/${record}`}>{name}</Link> : <span>{name}</span>
}

const Address = ({ group: { newest } }: Part) =>
  newest.ip_address && (
    <AuditLogLink filter={{ address: newest.ip_address }}>
      <span className="visually-hidden">Todo lo hecho desde </span>
      {newest.ip_address}
    </AuditLogLink>
  )

const Around = ({ group: { newest } }: Part) => {
  const { action, by, person } = newest.details
  const who = by ?? person
  const { day } = instantToWallTime(newest.timestamp)
  const thatDay = { from: day, until: day }
  // The log records attempts in somebody's name as actions of nobody.
  const isAttempt = failedSignInAuditActions.includes(action)
  const filter = isAttempt ? thatDay : who && { by: who.id, ...thatDay }
  return filter && <AuditLogLink filter={filter}>Ver qué pasó ese día</AuditLogLink>
}

const Details = ({ group }: Part) => (
  <details className="alert-details">
    <summary>
      Detalle<span className="visually-hidden"> de {toAlertGroupText(group)}</span>
    </summary>
    <dl>
      <dt>{group.alerts.length > 1 ? 'Momentos' : 'Momento'}</dt>
      <dd>{group.alerts.map(({ timestamp }) => formatDayAndTime(timestamp)).join(' · ')}</dd>
      <dt>Navegador</dt>
      <dd>{group.newest.user_agent ?? 'No se sabe'}</dd>
    </dl>
    <Around group={group} />
  </details>
)
