import type { LegalTextBlock, LegalTextTable } from '../../content/legal-text.ts'
import { Button } from '../../ui/button.tsx'
import { openCookieSettings } from '../../ui/open-cookie-settings.ts'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { InlineMarkupText } from './inline-markup-text.tsx'
import './legal-blocks.css'

const Items = ({ items }: { readonly items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <InlineMarkupText>{item}</InlineMarkupText>
    </li>
  ))

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className="legal-facts">
    {facts.map(([term, description]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>
          <InlineMarkupText>{description}</InlineMarkupText>
        </dd>
      </div>
    ))}
  </dl>
)

const columnAt = (title: string, index: number): TableColumn<readonly string[]> => ({
  title,
  cell: (row) => <InlineMarkupText>{row[index] ?? ''}</InlineMarkupText>,
})

const Table = ({ caption, columns, rows }: LegalTextTable) => (
  <div className="legal-table">
    <ResponsiveTable caption={caption} columns={columns.map(columnAt)} rows={rows} keyOf={(row) => row.join('|')} />
  </div>
)

export function LegalBlockContent({ block }: { readonly block: LegalTextBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <InlineMarkupText>{block}</InlineMarkupText>
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
      <InlineMarkupText>{block.note}</InlineMarkupText>
    </p>
  )
}
