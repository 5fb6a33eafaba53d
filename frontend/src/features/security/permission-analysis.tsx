import type { ReactNode } from 'react'
import { auditWriters } from '#contract/audit-writers'
import { type CallerKind, callerKinds, type Permission, permissions, accessLevels } from '../../api/permissions.ts'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { type SpecifiedTable, specifiedTables } from './specified-tables.ts'

const askerText: Record<CallerKind, string> = {
  visitante: 'Visitante',
  cliente: 'Cliente',
  administrador: 'Administrador',
}

const reach = (operations: readonly Permission[], asker: CallerKind): string => {
  const asked = operations.filter(({ verdicts }) => verdicts[asker] !== 'no').length
  return operations.length === 0 ? '–' : `${asked} de ${operations.length}`
}

const tableColumns: readonly Column<SpecifiedTable>[] = [
  { title: 'Tabla', cell: ({ name }) => <code>{name}</code>, whole: true },
  { title: 'Qué hay aquí', cell: ({ here }) => here },
  ...callerKinds.map((asker): Column<SpecifiedTable> => ({
    title: askerText[asker],
    cell: ({ operations }) => reach(operations, asker),
    whole: true,
  })),
]

interface StandingRow {
  readonly text: string
  readonly allowed: number
}

const rows: readonly StandingRow[] = accessLevels.map(({ text }, position) => ({
  text,
  allowed: permissions.filter(({ allowed }) => allowed[position]).length,
}))

const standingColumns: readonly Column<StandingRow>[] = [
  { title: 'Quién pregunta', cell: ({ text }) => text },
  { title: 'Puede pedir', cell: ({ allowed }) => `${allowed} de ${permissions.length} operaciones`, whole: true },
]

type AuditWriter = readonly [name: string, text: string]

const writers: readonly AuditWriter[] = Object.entries(auditWriters)

const writerColumns: readonly Column<AuditWriter>[] = [
  { title: 'Qué es', cell: ([, text]) => text },
  { title: 'Función', cell: ([name]) => <code>{name}</code> },
]

const combinations = permissions.length * accessLevels.length
const allowed = rows.reduce((sum, row) => sum + row.allowed, 0)

export const PermissionAnalysis = ({ children }: { readonly children: ReactNode }) => (
  <FoldedCard
    id="permission-analysis-title"
    title="Análisis de permisos (RLS)"
    result={`${combinations} combinaciones, ${allowed} permitidas`}
  >
    <p>
      {`Son ${permissions.length} operaciones por ${accessLevels.length} formas de presentarse. Estas cifras y el servidor salen de la misma regla, así que no pueden decir cosas distintas.`}
    </p>
    <h3>Las tablas de la especificación</h3>
    <p>Cuántas de las operaciones que llegan a cada una puede pedir cada rol:</p>
    <RecordTable
      caption="Permisos por tabla"
      columns={tableColumns}
      rows={specifiedTables}
      keyOf={({ name }) => name}
    />
    <h3>Según cómo se presente</h3>
    <RecordTable caption="Permisos por situación" columns={standingColumns} rows={rows} keyOf={({ text }) => text} />
    <h3>Quién escribe en el registro de auditoría</h3>
    <p>
      {`Pueden añadir entradas ${writers.length} funciones del servidor. Ninguna tiene permiso para modificar ni borrar las que ya hay; solo el borrado de quien se va pone un seudónimo en el lugar de sus datos.`}
    </p>
    <RecordTable
      caption="Funciones que escriben en el registro"
      columns={writerColumns}
      rows={writers}
      keyOf={([name]) => name}
    />
    {children}
  </FoldedCard>
)
