import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { apiContract } from '#contract/api'
import { auditActionLabels, formatUnknownAuditActor } from '#contract/audit-labels'
import type { AuditedValueChange } from '#contract/audited-value-change'
import type { AuditLogEntry } from '#contract/security'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { CsvExportButton } from '../../ui/csv-export-button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { AUDIT_LOG_TITLE_ID } from './audit-log-link.tsx'
import { AuditLogFilterForm, ActiveAuditFilters, useAuditCustomerFilter } from './audit-filters.tsx'
import { useAuditLogFilter } from './use-audit-log-filter.ts'
import './security.css'

const POLL_MS = 4000

const PAGE = 20

interface AuditLogProps {
  readonly proof: FreshMfaProofPrompt
  readonly clientField: ComponentType<{
    readonly term: string
    readonly onClient: (customerId: string, term: string) => void
  }>
}

export function AuditLogCard({ proof, clientField: ClientField }: AuditLogProps) {
  const { filter, change, clear, any } = useAuditLogFilter()
  const list = useInfiniteQuery({
    ...endpointPagesQueryOptions(apiContract.security.audit, { query: { ...filter, limit: PAGE } }),
    placeholderData: keepPreviousData,
    // A new entry is visible within five seconds (SEC-19). No polling after older pages were loaded, because rows would
    // move.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : POLL_MS),
  })
  const client = useAuditCustomerFilter({ filter, change }, list.data?.pages[0]?.items ?? [])
  return (
    <Card id={AUDIT_LOG_TITLE_ID} title="Registro de auditoría">
      <AuditLogFilterForm filter={filter} change={change}>
        <ClientField term={client.term} onClient={client.choose} />
      </AuditLogFilterForm>
      <p className="audit-bar">
        <ActiveAuditFilters filter={filter} name={client.name} change={change} />
        {any && (
          <Button variant="plain" size="small" onClick={clear}>
            Quitar filtros
          </Button>
        )}
        <CsvExportButton
          part={(cursor) =>
            callApi(apiContract.security.exportAudit, { query: { ...filter, ...(cursor && { cursor }) } })
          }
          file="registro"
          done="Registro exportado"
          proof={proof}
        />
      </p>
      {!filter.action && <WithoutOpenings />}
      <PagedList
        list={list}
        loading="Cargando registro..."
        empty={<p>{any ? 'Nada coincide con estos filtros.' : 'Todavía no hay nada en el registro.'}</p>}
        problem={toErrorMessage}
      >
        {(lines) => (
          <div className="audit-table">
            <ResponsiveTable
              caption="Registro de auditoría"
              columns={columns((customerId) => change('customerId', customerId))}
              rows={lines}
              keyOf={({ auditId }) => auditId}
            />
          </div>
        )}
      </PagedList>
    </Card>
  )
}

const WithoutOpenings = () => (
  <p className="field-hint">
    Aquí está lo que se ha hecho. Quién ha abierto datos se ve en la ficha de cada cliente, o eligiendo «
    {auditActionLabels.CLIENT_DATA_OPENED}» en «Qué».
  </p>
)

const columns = (onlyOf: (customerId: string) => void): readonly TableColumn<AuditLogEntry>[] => [
  { title: 'Cuándo', cell: ({ at }) => <time dateTime={at}>{formatDayAndTime(at)}</time>, whole: true },
  {
    title: 'Quién',
    cell: ({ by, action, address }) => (
      <Who name={by ? nameOf(by) : formatUnknownAuditActor(action)} address={address} />
    ),
  },
  { title: 'Qué', cell: ({ action }) => auditActionLabels[action] },
  {
    title: 'Sobre',
    cell: ({ about }) =>
      about?.customerId ? (
        <span className="audit-about">
          <Link to={`/client/${about.customerId}`}>{nameOf(about)}</Link>
          <Button variant="plain" size="small" onClick={() => onlyOf(about.customerId ?? '')}>
            Filtrar<span className="visually-hidden"> por {nameOf(about)}</span>
          </Button>
        </span>
      ) : (
        about && nameOf(about)
      ),
  },
  { title: 'Valor', cell: ({ values }) => <Values values={values} /> },
]

const nameOf = ({ name }: { readonly name: string | null }): string => name ?? 'Persona borrada'

const Who = ({ name, address }: { readonly name: string; readonly address: string | null }) => (
  <>
    {name}
    {address && <span className="audit-address">{address}</span>}
  </>
)

const Values = ({ values }: { readonly values: readonly AuditedValueChange[] }) =>
  values.length > 0 && (
    <ul className="audit-values">
      {values.map(({ name, before, after }) => (
        <li key={name}>{`${name}: ${[before, after].filter(Boolean).join(' → ')}`}</li>
      ))}
    </ul>
  )
