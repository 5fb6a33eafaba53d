import { useState } from 'react'
import type { SecurityAlert } from '#contract/security-alerts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInteger } from '../../ui/format.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { SecurityAlertRow } from './alert-row.tsx'
import {
  type SecurityAlertGroup,
  groupAlertsByHour,
  toAlertGroupText,
  toNewAlertsAnnouncement,
  toAlertPersonText,
} from './alert-words.ts'
import { SuppressAlertDialog } from './suppress-alert-dialog.tsx'
import { useSecurityAlerts, useNewAlerts } from './use-security-alerts.ts'
import './alerts.css'

const FIRST_ROWS = 8

interface Wanted {
  readonly findings: readonly string[]
  readonly what: string
  readonly all: boolean
}

const one = (group: SecurityAlertGroup): Wanted => ({
  findings: [group.newest.finding],
  what: `${toAlertGroupText(group)} · ${toAlertPersonText(group.newest)}`,
  all: false,
})

/** Repeated alerts of one kind, person and address are suppressed together. */
function allOf(alerts: readonly SecurityAlert[]): Wanted {
  const findings = [...new Set(alerts.map(({ finding }) => finding))]
  const count = alerts.length === 1 ? '1 alerta' : `${formatInteger(alerts.length)} alertas`
  const different = findings.length < alerts.length ? `, ${formatInteger(findings.length)} distintas` : ''
  return { findings, what: count + different, all: true }
}

export function SecurityAlertsCard() {
  const { data, error, isPending, refetch } = useSecurityAlerts()
  const news = useNewAlerts(data && [...data.alerts, ...data.accounts.filter(isOfAccounts)])
  const [wanted, setWanted] = useState<Wanted>()
  const close = () => setWanted(undefined)
  return (
    <div className="alert-cards">
      <p className="visually-hidden" role="status">
        <span key={news.times}>{toNewAlertsAnnouncement(news.latest)}</span>
      </p>
      <Card id="alerts-title" title="Alertas (24 h)">
        {isPending && <CardLoading text="Cargando alertas..." />}
        {error && !data && (
          <CardLoadError
            text={`No se pudieron cargar las alertas. ${toErrorMessage(error)}`}
            retry={() => void refetch()}
          />
        )}
        {data && (
          <>
            <p className="alert-lead">
              <span>{stateText(data.alerts, data.checkedAt, Boolean(error))}</span>
              {data.alerts.length > 0 && (
                <Button variant="plain" size="small" onClick={() => setWanted(allOf(data.alerts))}>
                  Suprimir todas
                </Button>
              )}
            </p>
            <Rows alerts={data.alerts} came={news.came} choose={(group) => setWanted(one(group))} />
          </>
        )}
      </Card>
      <Card id="account-alerts-title" title="Altas y cuentas">
        {data && <AccountRows alerts={data.accounts} all={data.alerts} choose={(group) => setWanted(one(group))} />}
      </Card>
      {wanted && <SuppressAlertDialog {...wanted} close={close} />}
    </div>
  )
}

const isOfAccounts = ({ type }: SecurityAlert): boolean => type === 'admin_action' || type === 'mfa_setup'

function stateText(alerts: readonly SecurityAlert[], checkedAt: string, isOld: boolean): string {
  const count = alerts.length === 1 ? '1 alerta' : `${formatInteger(alerts.length)} alertas, agrupadas por hora`
  const what = alerts.length === 0 ? 'Nada que mirar' : count
  return isOld ? `${what}. Sin conexión: así estaba a las ${formatTime(checkedAt)}.` : `${what}. Se actualiza solo.`
}

interface RowsProps {
  readonly alerts: readonly SecurityAlert[]
  readonly choose: (group: SecurityAlertGroup) => void
}

function Rows({ alerts, came, choose }: RowsProps & { readonly came: ReadonlySet<string> }) {
  const [isWhole, setIsWhole] = useState(false)
  const groups = groupAlertsByHour(alerts)
  const rest = groups.length - FIRST_ROWS
  return (
    <>
      <ul className="alert-list">
        {groups.slice(0, isWhole ? undefined : FIRST_ROWS).map((group) => (
          <SecurityAlertRow
            key={group.key}
            group={group}
            isNew={group.alerts.some(({ id }) => came.has(id))}
            suppress={() => choose(group)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="plain" size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Ver menos' : `Ver ${rest} más`}
        </Button>
      )}
    </>
  )
}

function AccountRows({ alerts, all, choose }: RowsProps & { readonly all: readonly SecurityAlert[] }) {
  const whole = new Map(groupAlertsByHour(all).map((group) => [group.key, group]))
  return (
    <>
      <p className="alert-lead">
        {alerts.length === 0
          ? 'Ningún cambio de rol ni de verificación en 24 h.'
          : 'Lo último, con roles y verificación.'}
      </p>
      <ul className="alert-list">
        {groupAlertsByHour(alerts).map((group) => (
          <SecurityAlertRow
            key={group.key}
            group={whole.get(group.key) ?? group}
            compact
            suppress={isOfAccounts(group.newest) ? () => choose(group) : undefined}
          />
        ))}
      </ul>
    </>
  )
}
