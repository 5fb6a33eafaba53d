import type { ReactNode } from 'react'
import { auditLogWriters } from '#contract/audit-writers'
import {
  type CallerKind,
  callerKindLabels,
  callerKinds,
  type EndpointPermission,
  endpointPermissions,
  accessLevelOptions,
} from '../../api/endpoint-permissions.ts'
import { CollapsibleCard } from '../../ui/collapsible-card.tsx'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { type TableEndpointPermissions, endpointPermissionsByTable } from './table-endpoint-permissions.ts'

const reach = (operations: readonly EndpointPermission[], callerKind: CallerKind): string => {
  const asked = operations.filter(({ verdicts }) => verdicts[callerKind] !== 'no').length
  return operations.length === 0 ? '–' : `${asked} de ${operations.length}`
}

const tableColumns: readonly TableColumn<TableEndpointPermissions>[] = [
  { title: 'Tabla', cell: ({ name }) => <code>{name}</code>, whole: true },
  { title: 'Qué hay aquí', cell: ({ here }) => here },
  ...callerKinds.map((callerKind): TableColumn<TableEndpointPermissions> => ({
    title: callerKindLabels[callerKind],
    cell: ({ operations }) => reach(operations, callerKind),
    whole: true,
  })),
]

interface AccessLevelRow {
  readonly text: string
  readonly allowed: number
}

const rows: readonly AccessLevelRow[] = accessLevelOptions.map(({ text }, position) => ({
  text,
  allowed: endpointPermissions.filter(({ allowed }) => allowed[position]).length,
}))

const accessLevelColumns: readonly TableColumn<AccessLevelRow>[] = [
  { title: 'Quién pregunta', cell: ({ text }) => text },
  {
    title: 'Puede pedir',
    cell: ({ allowed }) => `${allowed} de ${endpointPermissions.length} operaciones`,
    whole: true,
  },
]

type AuditWriter = readonly [name: string, text: string]

const writers: readonly AuditWriter[] = Object.entries(auditLogWriters)

const writerColumns: readonly TableColumn<AuditWriter>[] = [
  { title: 'Qué es', cell: ([, text]) => text },
  { title: 'Función', cell: ([name]) => <code>{name}</code> },
]

const combinations = endpointPermissions.length * accessLevelOptions.length
const allowed = rows.reduce((sum, row) => sum + row.allowed, 0)

export const PermissionAnalysisCard = ({ children }: { readonly children: ReactNode }) => (
  <CollapsibleCard
    id="permission-analysis-title"
    title="Análisis de permisos (RLS)"
    result={`${combinations} combinaciones, ${allowed} permitidas`}
  >
    <p>
      {`Son ${endpointPermissions.length} operaciones por ${accessLevelOptions.length} formas de presentarse. Estas cifras y el servidor salen de la misma regla, así que no pueden decir cosas distintas.`}
    </p>
    <h3>Las tablas de la especificación</h3>
    <p>Cuántas de las operaciones que llegan a cada una puede pedir cada rol:</p>
    <ResponsiveTable
      caption="Permisos por tabla"
      columns={tableColumns}
      rows={endpointPermissionsByTable}
      keyOf={({ name }) => name}
    />
    <h3>Según cómo se presente</h3>
    <ResponsiveTable
      caption="Permisos por situación"
      columns={accessLevelColumns}
      rows={rows}
      keyOf={({ text }) => text}
    />
    <h3>Quién escribe en el registro de auditoría</h3>
    <p>
      {`Pueden añadir entradas ${writers.length} funciones del servidor. Ninguna tiene permiso para modificar ni borrar las que ya hay; solo el borrado de quien se va pone un seudónimo en el lugar de sus datos.`}
    </p>
    <ResponsiveTable
      caption="Funciones que escriben en el registro"
      columns={writerColumns}
      rows={writers}
      keyOf={([name]) => name}
    />
    {children}
  </CollapsibleCard>
)
