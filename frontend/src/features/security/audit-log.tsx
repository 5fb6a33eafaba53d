import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '#contract/api'
import { auditActions } from '#contract/audit'
import { auditText, nobodyText } from '#contract/audit-words'
import type { AuditLine, AuditValue } from '#contract/security'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import type { Proof } from '../../api/proof.ts'
import { read, readPages } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { CsvExportButton } from '../../ui/csv-export-button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatMoment } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { AUDIT_TITLE } from './audit-link.tsx'
import { type AuditFilter, useAuditFilter } from './use-audit-filter.ts'
import './security.css'

const POLL_MS = 4000

/** How many entries the log begins with, and goes on by. */
const PAGE = 20

/** 'Registro de auditoría': who did what, to whom and from where. */
export function AuditLog({ proof }: { readonly proof: Proof }) {
  const { filter, change, clear, any } = useAuditFilter()
  const list = useInfiniteQuery({
    ...readPages(api.security.audit, { query: { ...filter, limit: PAGE } }),
    placeholderData: keepPreviousData,
    // A new entry is seen within five seconds (SEC-19). Whoever has gone on to older ones is not moved.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : POLL_MS),
  })
  return (
    <Sheet id={AUDIT_TITLE} title="Registro de auditoría">
      <Filters filter={filter} change={change} />
      <p className="audit-bar">
        <OnlyOne filter={filter} lines={list.data?.pages[0]?.items ?? []} change={change} />
        {any && (
          <Button look="plain" size="small" onClick={clear}>
            Quitar filtros
          </Button>
        )}
        <CsvExportButton
          part={(cursor) => call(api.security.exportAudit, { query: { ...filter, ...(cursor && { cursor }) } })}
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
        problem={errorText}
      >
        {(lines) => (
          <div className="audit-table">
            <RecordTable
              caption="Registro de auditoría"
              columns={columns((customerId) => change('customerId', customerId))}
              rows={lines}
              keyOf={({ auditId }) => auditId}
            />
          </div>
        )}
      </PagedList>
    </Sheet>
  )
}

const WithoutOpenings = () => (
  <p className="field-hint">
    Aquí está lo que se ha hecho. Quién ha abierto datos se ve en la ficha de cada cliente, o eligiendo «
    {auditText.CLIENT_DATA_OPENED}» en «Qué».
  </p>
)

/** The filters that no field shows, each with the way out of it. */
const OnlyOne = ({ filter, lines, change }: FiltersProps & { readonly lines: readonly AuditLine[] }) => (
  <>
    {filter.customerId && (
      <Button look="secondary" size="small" onClick={() => change('customerId', '')}>
        {`Solo ${clientName(lines, filter.customerId)} ×`}
        <span className="visually-hidden"> (ver todos los clientes)</span>
      </Button>
    )}
    {filter.address && (
      <Button look="secondary" size="small" onClick={() => change('address', '')}>
        {`Solo desde ${filter.address} ×`}
        <span className="visually-hidden"> (ver lo hecho desde todas partes)</span>
      </Button>
    )}
  </>
)

interface FiltersProps {
  readonly filter: AuditFilter
  readonly change: ReturnType<typeof useAuditFilter>['change']
}

/** By their words, as people look for them. */
const actions = auditActions
  .map((action) => [action, auditText[action]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, 'es'))

function Filters({ filter, change }: FiltersProps) {
  const { data } = useQuery(read(api.users.list, { query: { limit: 100 } }))
  const people = (data?.items ?? [])
    .filter(({ role }) => role === 'administrador')
    .map(({ id, name, email }) => [id, name ?? email] as const)
  const { by = '' } = filter
  return (
    <div className="audit-filters">
      <SelectField
        label="Quién"
        none="Cualquiera"
        options={by && !people.some(([id]) => id === by) ? [...people, [by, 'Otra persona'] as const] : people}
        value={by}
        onChange={({ target }) => change('by', target.value)}
      />
      <SelectField
        label="Qué"
        none="Todo, salvo los datos abiertos"
        options={actions}
        value={filter.action ?? ''}
        onChange={({ target }) => change('action', target.value)}
      />
      <Field
        label="Desde"
        type="date"
        value={filter.from ?? ''}
        max={filter.until}
        onChange={({ target }) => change('from', target.value)}
      />
      <Field
        label="Hasta"
        type="date"
        value={filter.until ?? ''}
        min={filter.from}
        onChange={({ target }) => change('until', target.value)}
      />
    </div>
  )
}

const columns = (onlyOf: (customerId: string) => void): readonly Column<AuditLine>[] => [
  { title: 'Cuándo', cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>, whole: true },
  {
    title: 'Quién',
    cell: ({ by, action, address }) => <Who name={by ? nameOf(by) : nobodyText(action)} address={address} />,
  },
  { title: 'Qué', cell: ({ action }) => auditText[action] },
  {
    title: 'Sobre',
    cell: ({ about }) =>
      about?.customerId ? (
        <span className="audit-about">
          <Link to={`/client/${about.customerId}`}>{nameOf(about)}</Link>
          <Button look="plain" size="small" onClick={() => onlyOf(about.customerId ?? '')}>
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

const clientName = (lines: readonly AuditLine[], customerId: string): string =>
  lines.find(({ about }) => about?.customerId === customerId)?.about?.name ?? 'este cliente'

const Who = ({ name, address }: { readonly name: string; readonly address: string | null }) => (
  <>
    {name}
    {address && <span className="audit-address">{address}</span>}
  </>
)

const Values = ({ values }: { readonly values: readonly AuditValue[] }) =>
  values.length > 0 && (
    <ul className="audit-values">
      {values.map(({ name, before, after }) => (
        <li key={name}>{`${name}: ${[before, after].filter(Boolean).join(' → ')}`}</li>
      ))}
    </ul>
  )
