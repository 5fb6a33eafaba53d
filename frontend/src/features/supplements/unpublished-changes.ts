import type { ClientSupplement } from '#contract/client-supplement'
import { isInForce } from '#contract/protocol'
import { type GridLine, type GridRow, hasSameAmounts, isSameLine, type ProtocolDraft } from './protocol-lines.ts'

interface Publication {
  readonly sent: ProtocolDraft
  readonly rows: readonly GridRow[]
  readonly now: ProtocolDraft
  readonly published: readonly GridLine[]
}

const shares = (one: GridLine, other: GridLine): boolean =>
  one.clientSupplementIds.some((id) => other.clientSupplementIds.includes(id))

const isSameName = (one: string, other: string): boolean =>
  one.trim().localeCompare(other.trim(), 'es', { sensitivity: 'base' }) === 0

/** A supplement that was new in the sent draft has no id there yet. */
function findPublished(line: GridLine, { sent, rows, published }: Publication): GridLine | undefined {
  const before = sent.lines[line.key]
  if (line.clientSupplementIds.length > 0) return published.find((each) => shares(each, line))
  if (!before || before.name !== line.name) return undefined
  const added = published.filter((each) => !rows.some((row) => row.before && shares(row.before, each)))
  const ofName = added.filter(({ name }) => isSameName(name, before.name))
  return ofName.find((each) => hasSameAmounts(each, before)) ?? ofName[0]
}

export function findUnpublishedChanges(publication: Publication): ProtocolDraft {
  const { sent, rows, now, published } = publication
  const lines = Object.values(now.lines).flatMap((line) => {
    const before = sent.lines[line.key]
    if (before && isSameLine(before, line)) return []
    const inForce = findPublished(line, publication)
    if (!inForce) return [line]
    const { key, name, clientSupplementIds, basedOn } = inForce
    const rebased = { ...line, key, name, clientSupplementIds, basedOn }
    return isSameLine(rebased, inForce) ? [] : [rebased]
  })
  const ended = now.ended
    .filter((key) => !sent.ended.includes(key))
    .flatMap((key) => {
      const before = rows.find((row) => row.before?.key === key)?.before
      return published.find((each) => before && shares(each, before))?.key ?? []
    })
  return { lines: Object.fromEntries(lines.map((line) => [line.key, line])), ended }
}

/** Whether a change was undone after it was sent; it is published all the same. */
export const isSentChangeUndone = (sent: ProtocolDraft, now: ProtocolDraft): boolean =>
  Object.keys(sent.lines).some((key) => !(key in now.lines)) || sent.ended.some((key) => !now.ended.includes(key))

interface Page {
  readonly items: ClientSupplement[]
}

/** Updates the cached pages with the published state, because the list's index lags. */
export function replaceActiveSupplements<OfPage extends Page>(
  pages: readonly OfPage[],
  items: readonly ClientSupplement[],
  today: string,
): OfPage[] {
  const left = new Map(items.map((each) => [each.clientSupplementId, each]))
  const replaced = pages.map((page) => ({
    ...page,
    items: page.items.flatMap((each) => {
      const newest = left.get(each.clientSupplementId)
      left.delete(each.clientSupplementId)
      return newest ?? (isInForce(each, today) ? [] : each)
    }),
  }))
  const added = [...left.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  return replaced.map((page, index) => (index === 0 ? { ...page, items: [...added, ...page.items] } : page))
}
