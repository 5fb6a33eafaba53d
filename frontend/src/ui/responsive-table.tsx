/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   as cards the elements are no longer tables to some screen readers, unless their roles are written down */
import { Fragment, type ReactNode } from 'react'
import './record-table.css'

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly figures?: boolean
  /** Short text that must not wrap, such as a date. */
  readonly whole?: boolean
}

interface RecordTableProps<Row> {
  readonly caption: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly headingOf?: (rows: readonly Row[], index: number) => string | undefined
  /** @default true with many columns */
  readonly wide?: boolean
}

const classOf = (figures = false, whole = false): string | undefined => {
  if (figures) return 'records-figures'
  return whole ? 'records-whole' : undefined
}

const MAX_NARROW_COLUMNS = 6

export const ResponsiveTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  headingOf,
  wide = columns.length > MAX_NARROW_COLUMNS,
}: RecordTableProps<Row>) => (
  <table className={wide ? 'records records-wide' : 'records'} role="table">
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
      {rows.map((row, index) => (
        <Fragment key={keyOf(row)}>
          <Heading text={headingOf?.(rows, index)} columns={columns.length} />
          <tr role="row">
            {columns.map(({ title, cell, figures, whole }) => (
              <td key={title} role="cell" data-title={title} className={classOf(figures, whole)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        </Fragment>
      ))}
    </tbody>
  </table>
)

interface HeadingProps {
  readonly text: string | undefined
  readonly columns: number
}

const Heading = ({ text, columns }: HeadingProps) =>
  text !== undefined && (
    <tr role="row" className="records-heading">
      <td role="cell" colSpan={columns}>
        <strong>{text}</strong>
      </td>
    </tr>
  )
