import { quickenSelectors } from './quick-selectors.ts'
import { listElements, rememberUntilChange } from './remember-until-change.ts'

type Labelled = HTMLInputElement | HTMLButtonElement | HTMLSelectElement | HTMLTextAreaElement | HTMLOutputElement

/** Their own attributes, or their place in another element, decide about them. */
const ownWays = new Set(['details', 'dialog', 'embed', 'noscript', 'slot', 'summary'])
const styledBelow = ['hidden', 'data-sonner-toaster', 'data-sonner-toast']
const askedInStyle = /display|visibility|pointer-events|\ball\b/
const inheritedInStyle = /visibility|pointer-events|\ball\b/

/** As jsdom answers. */
export const computeStyleSlowly = window.getComputedStyle.bind(window)

const slowLabels = new Map(
  [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement, HTMLOutputElement].map(
    ({ prototype }) => [prototype as object, Object.getOwnPropertyDescriptor(prototype, 'labels')],
  ),
)

/** As jsdom answers. */
export const listLabelsSlowly = (field: Labelled): NodeListOf<HTMLLabelElement> | null =>
  slowLabels.get(Object.getPrototypeOf(field) as object)?.get?.call(field) as NodeListOf<HTMLLabelElement> | null

/**
 * Takes a good third of the suite's time away. Answers that tests ask of jsdom at every query by role, text or label: the computed
 * style, for which it matches some three hundred rules; the labels of a field, for which it walks through the whole
 * document once for each label; the elements of a role, and of each whether it is one of a hundred kinds (quick-selectors.ts);
 * test/frontend/ui/quick-jsdom.test.tsx holds them to what jsdom answers.
 */
export function quickenJsdom(): void {
  quickenSelectors()
  // Sonner asks at every rendering for the computed one where the page names none.
  document.documentElement.dir = 'ltr'
  window.getComputedStyle = computeStyleQuickly
  for (const prototype of slowLabels.keys()) {
    Object.defineProperty(prototype, 'labels', { configurable: true, get: listLabelsQuickly })
  }
}

/** What Testing Library and user-event ask for. */
const askedProperties: readonly string[] = ['display', 'visibility', 'pointerEvents']

type Known = Partial<Record<string, string>>
const plainStyles = new Map<string, Known>()

const computeStyleQuickly: typeof getComputedStyle = (element, pseudoElement) =>
  pseudoElement || !element.isConnected ? computeStyleSlowly(element, pseudoElement) : rememberStyle(element)

const rememberStyle = rememberUntilChange((asked) => {
  const element = asked as Element
  const known = isPlain(element) ? knowPlainStyle(element) : {}
  const read = (name: string): unknown => {
    if (known[name] !== undefined) return known[name]
    const style = computeStyleSlowly(element)
    if (!askedProperties.includes(name)) return Reflect.get(style, name)
    known[name] = Reflect.get(style, name) as string
    return known[name]
  }
  const getPropertyValue = (name: string) =>
    askedProperties.includes(name) ? read(name) : computeStyleSlowly(element).getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : read(String(name))),
  })
})

function knowPlainStyle(element: Element): Known {
  const kind = `${element.namespaceURI} ${element.localName} ${element.getAttribute('type')}`
  const known = plainStyles.get(kind) ?? {}
  plainStyles.set(kind, known)
  return known
}

/** Whether the name of the element alone decides: no rule that jsdom knows asks for more. */
const isPlain = (element: Element): boolean =>
  !ownWays.has(element.localName) &&
  !element.hasAttribute('popover') &&
  !askedInStyle.test(element.getAttribute('style') ?? '') &&
  inheritsPlain(element)

const inheritsPlain = rememberUntilChange((asked): boolean => {
  const element = asked as Element
  if (styledBelow.some((attribute) => element.hasAttribute(attribute))) return false
  if (inheritedInStyle.test(element.getAttribute('style') ?? '')) return false
  return !element.parentElement || inheritsPlain(element.parentElement)
})

function listLabelsQuickly(this: Labelled): Iterable<HTMLLabelElement> | null {
  if (!this.isConnected || (this.localName === 'input' && this.type === 'hidden')) return listLabelsSlowly(this)
  return labelsByControl(this.ownerDocument).get(this) ?? []
}

const labelsByControl = rememberUntilChange((page) =>
  Map.groupBy(
    listElements(page).filter((element) => element instanceof HTMLLabelElement),
    findControl,
  ),
)

const findControl = (label: HTMLLabelElement): Element | null =>
  label.htmlFor ? label.ownerDocument.getElementById(label.htmlFor) : label.control
