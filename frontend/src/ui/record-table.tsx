/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   as cards the elements are no longer tables to some screen readers, unless their roles are written down */
import type { ReactNode } from 'react'
import './record-table.css'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the end of their cell. */
  readonly figures?: boolean
}

interface RecordTableProps<Row> {
  /** Read to whoever cannot see what the table is about. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table; under 640 px each row is a card that repeats the titles. */
export const RecordTable = <Row,>({ caption, columns, rows, keyOf }: RecordTableProps<Row>) => (
  <table className="records" role="table">
    <caption className="visually-hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, figures }) => (
          <th key={title} scope="col" role="columnheader" className={figures ? 'records-figures' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ title, cell, figures }) => (
            <td key={title} role="cell" data-title={title} className={figures ? 'records-figures' : undefined}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
