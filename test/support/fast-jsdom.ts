import { speedUpSelectors } from './fast-selectors.ts'
import { listElements, rememberUntilChange } from './remember-until-change.ts'

type Labelled = HTMLInputElement | HTMLButtonElement | HTMLSelectElement | HTMLTextAreaElement | HTMLOutputElement

/** Their visibility or accessibility depends on attributes or on the parent element. */
const ownWays = new Set(['details', 'dialog', 'embed', 'noscript', 'slot', 'summary'])
const styledBelow = ['hidden', 'data-sonner-toaster', 'data-sonner-toast']
const askedInStyle = /display|visibility|pointer-events|\ball\b/
const inheritedInStyle = /visibility|pointer-events|\ball\b/

export const computeStyleWithJsdom = window.getComputedStyle.bind(window)

const slowLabels = new Map(
  [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement, HTMLOutputElement].map(
    ({ prototype }) => [prototype as object, Object.getOwnPropertyDescriptor(prototype, 'labels')],
  ),
)

export const listLabelsWithJsdom = (field: Labelled): NodeListOf<HTMLLabelElement> | null =>
  slowLabels.get(Object.getPrototypeOf(field) as object)?.get?.call(field) as NodeListOf<HTMLLabelElement> | null

/**
 * Saves a third of the suite's time. Replaces slow answers of jsdom that queries by role, text or label need: computed
 * styles, for which it matches some three hundred rules; the labels of a field, for which it traverses the document
 * once per label; elements by role, each tested against a hundred selectors (fast-selectors.ts).
 * test/frontend/ui/fast-jsdom.test.tsx compares them with jsdom's.
 */
export function speedUpJsdom(): void {
  speedUpSelectors()
  // Without it Sonner requests the computed direction in every rendering.
  document.documentElement.dir = 'ltr'
  window.getComputedStyle = computeStyleFast
  for (const prototype of slowLabels.keys()) {
    Object.defineProperty(prototype, 'labels', { configurable: true, get: listLabelsFast })
  }
}

const askedProperties: readonly string[] = ['display', 'visibility', 'pointerEvents']

type Known = Partial<Record<string, string>>
const plainStyles = new Map<string, Known>()

const computeStyleFast: typeof getComputedStyle = (element, pseudoElement) =>
  pseudoElement || !element.isConnected ? computeStyleWithJsdom(element, pseudoElement) : rememberStyle(element)

const rememberStyle = rememberUntilChange((asked) => {
  const element = asked as Element
  const known = isPlain(element) ? knowPlainStyle(element) : {}
  const read = (name: string): unknown => {
    if (known[name] !== undefined) return known[name]
    const style = computeStyleWithJsdom(element)
    if (!askedProperties.includes(name)) return Reflect.get(style, name)
    known[name] = Reflect.get(style, name) as string
    return known[name]
  }
  const getPropertyValue = (name: string) =>
    askedProperties.includes(name) ? read(name) : computeStyleWithJsdom(element).getPropertyValue(name)
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

function listLabelsFast(this: Labelled): Iterable<HTMLLabelElement> | null {
  if (!this.isConnected || (this.localName === 'input' && this.type === 'hidden')) return listLabelsWithJsdom(this)
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
