import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiContract } from '#contract/api'
import { auditActions } from '#contract/audit'
import { auditActionLabels } from '#contract/audit-labels'
import type { AuditLogEntry } from '#contract/security'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { AuditLogFilter, useAuditLogFilter } from './use-audit-log-filter.ts'

interface FiltersProps {
  readonly filter: AuditLogFilter
  readonly change: ReturnType<typeof useAuditLogFilter>['change']
}

export function useAuditCustomerFilter(
  { filter: { customerId = '' }, change }: FiltersProps,
  lines: readonly AuditLogEntry[],
) {
  const [typed, setTyped] = useState({ customerId: '', term: '' })
  const isTyped = typed.customerId === customerId
  const name = isTyped ? typed.term : clientName(lines, customerId)
  return {
    name,
    term: isTyped || customerId ? name : '',
    choose: (chosen: string, term: string) => {
      setTyped({ customerId: chosen, term })
      if (chosen !== customerId) change('customerId', chosen)
    },
  }
}

export const ActiveAuditFilters = ({ filter, name, change }: FiltersProps & { readonly name: string }) => (
  <>
    {filter.customerId && (
      <Button variant="secondary" size="small" onClick={() => change('customerId', '')}>
        {`Solo ${name} ×`}
        <span className="visually-hidden"> (ver todos los clientes)</span>
      </Button>
    )}
    {filter.address && (
      <Button variant="secondary" size="small" onClick={() => change('address', '')}>
        {`Solo desde ${filter.address} ×`}
        <span className="visually-hidden"> (ver lo hecho desde todas partes)</span>
      </Button>
    )}
  </>
)

const actions = auditActions
  .map((action) => [action, auditActionLabels[action]] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, 'es'))

export function AuditLogFilterForm({ filter, change, children }: FiltersProps & { readonly children: ReactNode }) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.users.list, { query: { limit: 100, role: 'administrador' } }),
  )
  const people = (data?.items ?? []).map(({ id, name, email }) => [id, name ?? email] as const)
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
      {children}
      <TextField
        label="Desde"
        type="date"
        value={filter.from ?? ''}
        max={filter.until}
        onChange={({ target }) => change('from', target.value)}
      />
      <TextField
        label="Hasta"
        type="date"
        value={filter.until ?? ''}
        min={filter.from}
        onChange={({ target }) => change('until', target.value)}
      />
    </div>
  )
}

const clientName = (lines: readonly AuditLogEntry[], customerId: string): string =>
  lines.find(({ about }) => about?.customerId === customerId)?.about?.name ?? 'este cliente'
