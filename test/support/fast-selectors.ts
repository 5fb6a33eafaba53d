import { listElements } from './remember-until-change.ts'

interface Compound {
  readonly localName: string
  readonly conditions: string
}

const compound = String.raw`(?:\*|[a-z][a-z\d]*)(?:\[[\w-]+(?:~?=(?:"[\w/-]*"|[\w-]+))?\]|:not\(\[[\w-]+(?:="")?\]\))*`
const compounds = new RegExp(`^${compound}(?:, ?${compound})*$`)
const byId = /^\[id="([^"\\]+)"\]$/
const role = /^\[role~="([a-z]+)"\]$/

type Select = (this: Element | Document, selector: string) => NodeListOf<Element>
const readMethod = (prototype: object, name: string): unknown => Object.getOwnPropertyDescriptor(prototype, name)?.value
const matches = readMethod(Element.prototype, 'matches') as (this: Element, selector: string) => boolean
const select = readMethod(Element.prototype, 'querySelectorAll') as Select
const selectInDocument = readMethod(Document.prototype, 'querySelectorAll') as Select
const selectFirst = readMethod(Element.prototype, 'querySelector') as (
  this: Element,
  selector: string,
) => Element | null

export const matchWithJsdom = (element: Element, selector: string): boolean => matches.call(element, selector)
export const selectWithJsdom = (element: Element, selector: string): NodeListOf<Element> =>
  select.call(element, selector)
export const selectFirstWithJsdom = (element: Element, selector: string): Element | null =>
  selectFirst.call(element, selector)

const known = new Map<string, readonly Compound[] | undefined>()

/** Undefined for a selector with other conditions than tag names and attributes. */
function readCompounds(selector: string): readonly Compound[] | undefined {
  if (known.has(selector)) return known.get(selector)
  const parts = compounds.test(selector) ? selector.split(/, ?/).map(readCompound) : undefined
  known.set(selector, parts)
  return parts
}

function readCompound(part: string): Compound {
  const [localName = ''] = /^[^:[]+/.exec(part) ?? []
  return { localName, conditions: part.slice(localName.length) }
}

/** Most selectors fail by the tag name alone; the rest is passed to jsdom. */
function matchesFast(this: Element, selector: string): boolean {
  const rest = readCompounds(selector)?.filter(({ localName }) => localName === '*' || localName === this.localName)
  if (rest?.length === 0) return false
  return rest?.some(({ conditions }) => conditions === '') === true || matches.call(this, selector)
}

/** By tag or by role only, as Testing Library lists elements that may have a role. */
function readRoleSelector(selector: string): ((element: Element) => boolean) | undefined {
  const [first, ...others] = selector.startsWith('*') ? (readCompounds(selector) ?? []) : []
  if (!first || others.some(({ localName, conditions }) => localName === '*' || conditions)) return undefined
  if (!first.conditions) return () => true
  const [, asked] = role.exec(first.conditions) ?? []
  if (!asked) return undefined
  const names = new Set(others.map(({ localName }) => localName))
  return (element) =>
    names.has(element.localName) || element.getAttribute('role')?.split(/\s+/).includes(asked) === true
}

/** An array instead of a NodeList, which Testing Library would convert anyway. */
function listFast(root: Element | Document, selector: string): readonly Element[] | undefined {
  const has = readRoleSelector(selector)
  return has && listElements(root).filter(has)
}

function selectFast(this: Element, selector: string) {
  return listFast(this, selector) ?? select.call(this, selector)
}

function selectInDocumentFast(this: Document, selector: string) {
  return listFast(this, selector) ?? selectInDocument.call(this, selector)
}

/** For Testing Library's look-up of `aria-labelledby`. */
function selectFirstFast(this: Element, selector: string): Element | null {
  const [, id] = byId.exec(selector) ?? []
  const found = id && this.isConnected ? this.ownerDocument.getElementById(id) : null
  return found && found !== this && this.contains(found) ? found : selectFirst.call(this, selector)
}

export function speedUpSelectors(): void {
  Object.assign(Element.prototype, {
    matches: matchesFast,
    querySelectorAll: selectFast,
    querySelector: selectFirstFast,
  })
  Object.assign(Document.prototype, { querySelectorAll: selectInDocumentFast })
}
