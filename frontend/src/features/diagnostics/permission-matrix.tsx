import { useState } from 'react'
import { type ApiDomain, apiDomains } from '#contract/api-domains'
import {
  callerKindLabels,
  callerKinds,
  type PermissionFilter,
  filterEndpointPermissions,
  type EndpointPermission,
  endpointPermissions,
  type EndpointAccessVerdict,
} from '../../api/endpoint-permissions.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CardEmpty } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import '../../ui/foldable.css'
import './diagnostics.css'

const domainText: Record<ApiDomain, string> = {
  account: 'Cuenta',
  consent: 'Cookies',
  consultations: 'Consultas',
  customers: 'Clientes',
  diagnostics: 'Diagnóstico',
  files: 'Archivos',
  messages: 'Mensajes',
  mfa: 'Verificación en dos pasos',
  notifications: 'Avisos',
  payments: 'Pagos',
  privacy: 'Privacidad',
  questionnaire: 'Cuestionario',
  security: 'Seguridad',
  supplements: 'Suplementos',
  users: 'Usuarios',
  withdrawals: 'Desistimiento',
}

const verdictText: Record<EndpointAccessVerdict, string> = {
  no: 'No',
  yes: 'Sí',
  fresh: 'Sí, con un código reciente',
  enrolling: 'Sí, aunque falte la verificación en dos pasos',
  registering: 'Sí, aunque falte completar el registro',
}

const columns: readonly TableColumn<EndpointPermission>[] = [
  {
    title: 'Operación',
    cell: ({ operation, method, path }) => (
      <span className="diagnostics-operation">
        <strong>{operation}</strong> <code>{`${method} ${path}`}</code>
      </span>
    ),
  },
  ...callerKinds.map((callerKind): TableColumn<EndpointPermission> => ({
    title: callerKindLabels[callerKind],
    cell: ({ verdicts }) => (
      <span className={verdicts[callerKind] === 'no' ? 'diagnostics-no' : 'diagnostics-yes'}>
        {verdictText[verdicts[callerKind]]}
      </span>
    ),
  })),
]

const everything: PermissionFilter = { text: '', domain: '', callerKind: '' }

export function PermissionMatrix() {
  const [filter, setFilter] = useState(everything)
  const found = filterEndpointPermissions(filter)
  const isFiltered = filter.text.trim() !== '' || filter.domain !== '' || filter.callerKind !== ''
  return (
    <section aria-labelledby="permissions-title" className="diagnostics-part">
      <h3 id="permissions-title">Matriz de permisos</h3>
      <p className="diagnostics-hint">
        Qué puede pedir cada rol al servidor. Sale del mismo contrato por el que decide el servidor, así que no puede
        decir otra cosa.
      </p>
      <Filters filter={filter} change={(part) => setFilter((before) => ({ ...before, ...part }))} />
      <p className="diagnostics-summary" role="status">
        {found.length === 1 ? '1 operación' : `${found.length} operaciones`}
        {isFiltered && ` de ${endpointPermissions.length}`}
      </p>
      {found.length === 0 && (
        <CardEmpty>
          <p>Ninguna operación coincide con lo que buscas.</p>
          <Button variant="secondary" onClick={() => setFilter(everything)}>
            Quitar los filtros
          </Button>
        </CardEmpty>
      )}
      {apiDomains.map((domain) => (
        <OfDomain
          key={`${domain} ${isFiltered}`}
          domain={domain}
          rows={found.filter((each) => each.domain === domain)}
          open={isFiltered}
        />
      ))}
    </section>
  )
}

interface FiltersProps {
  readonly filter: PermissionFilter
  readonly change: (part: Partial<PermissionFilter>) => void
}

const Filters = ({ filter, change }: FiltersProps) => (
  <div className="diagnostics-filters" role="search" aria-label="Filtrar la matriz de permisos">
    <TextField
      label="Buscar operación"
      type="text"
      inputMode="search"
      autoComplete="off"
      placeholder="customers, PUT, /files..."
      maxLength={100}
      value={filter.text}
      onChange={({ target }) => change({ text: target.value })}
    />
    <SelectField
      label="Apartado"
      none="Todos"
      options={apiDomains.map((domain) => [domain, domainText[domain]])}
      value={filter.domain}
      onChange={({ target }) => change({ domain: target.value as PermissionFilter['domain'] })}
    />
    <SelectField
      label="Puede pedirla"
      none="Cualquiera"
      options={callerKinds.map((callerKind) => [callerKind, callerKindLabels[callerKind]])}
      value={filter.callerKind}
      onChange={({ target }) => change({ callerKind: target.value as PermissionFilter['callerKind'] })}
    />
  </div>
)

interface OfDomainProps {
  readonly domain: ApiDomain
  readonly rows: readonly EndpointPermission[]
  readonly open: boolean
}

function OfDomain({ domain, rows, open }: OfDomainProps) {
  if (rows.length === 0) return null
  return (
    <details className="foldable diagnostics-domain" open={open}>
      <summary>
        {domainText[domain]}
        <span>{rows.length === 1 ? '1 operación' : `${rows.length} operaciones`}</span>
      </summary>
      <ResponsiveTable
        caption={`Permisos: ${domainText[domain]}`}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </details>
  )
}
