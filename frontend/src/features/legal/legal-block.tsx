import type { LegalBlock, LegalTable } from '../../content/legal.ts'
import { Button } from '../../ui/button.tsx'
import { openCookieSettings } from '../../ui/cookie-settings.ts'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { MarkedText } from './marked-text.tsx'

const Items = ({ items }: { readonly items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <MarkedText>{item}</MarkedText>
    </li>
  ))

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className="legal-facts">
    {facts.map(([term, description]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>
          <MarkedText>{description}</MarkedText>
        </dd>
      </div>
    ))}
  </dl>
)

const columnAt = (title: string, index: number): Column<readonly string[]> => ({
  title,
  cell: (row) => <MarkedText>{row[index] ?? ''}</MarkedText>,
})

const Table = ({ caption, columns, rows }: LegalTable) => (
  <div className="legal-table">
    <RecordTable caption={caption} columns={columns.map(columnAt)} rows={rows} keyOf={(row) => row.join('|')} />
  </div>
)

export function Block({ block }: { readonly block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <MarkedText>{block}</MarkedText>
      </p>
    )
  }
  if ('list' in block)
    return (
      <ul className="legal-list">
        <Items items={block.list} />
      </ul>
    )
  if ('steps' in block)
    return (
      <ol className="legal-list">
        <Items items={block.steps} />
      </ol>
    )
  if ('facts' in block) return <Facts facts={block.facts} />
  if ('columns' in block) return <Table {...block} />
  if ('cookieSettings' in block) {
    return (
      <p>
        <Button variant="secondary" onClick={openCookieSettings}>
          {block.cookieSettings}
        </Button>
      </p>
    )
  }
  return (
    <p className="legal-note">
      <MarkedText>{block.note}</MarkedText>
    </p>
  )
}
