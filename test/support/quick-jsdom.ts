import * as React from 'react'

type Labelled = HTMLInputElement | HTMLButtonElement | HTMLSelectElement | HTMLTextAreaElement | HTMLOutputElement

/** Their own attributes, or their place in another element, decide about them. */
const ownWays = new Set(['details', 'dialog', 'embed', 'html', 'noscript', 'slot', 'summary'])
const inheritedFrom = ['style', 'hidden', 'data-sonner-toaster', 'data-sonner-toast']

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
 * Takes a fifth of the suite's time away. Two answers that tests ask of jsdom at every query by role or label: the computed
 * style, for which it matches some three hundred rules, and the labels of a field, for which it walks through the whole
 * document once for each label; test/frontend/ui/quick-jsdom.test.tsx holds both to what jsdom answers. And the stack that
 * React keeps of each element, for its warnings: it keeps ten thousand in a second, and is told that it has.
 */
export function quickenJsdom(): void {
  window.getComputedStyle = computeStyleQuickly
  for (const prototype of slowLabels.keys()) {
    Object.defineProperty(prototype, 'labels', { configurable: true, get: listLabelsQuickly })
  }
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals === 'object' && internals !== null) {
    const stacks = { configurable: true, get: () => 10_000, set() {} }
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', stacks)
  }
}

/** What Testing Library and user-event ask for. */
const askedProperties = ['display', 'visibility', 'pointerEvents'] as const
const plainStyles = new Map<string, Readonly<Record<string, string>>>()

const computeStyleQuickly: typeof getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || !isPlain(element)) return computeStyleSlowly(element, pseudoElement)
  const kind = `${element.namespaceURI} ${element.localName} ${element.getAttribute('type')}`
  const known = plainStyles.get(kind) ?? readAskedProperties(element)
  plainStyles.set(kind, known)
  const getPropertyValue = (name: string) => known[name] ?? computeStyleSlowly(element).getPropertyValue(name)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) =>
      name === 'getPropertyValue'
        ? getPropertyValue
        : (known[String(name)] ?? (Reflect.get(computeStyleSlowly(element), name) as unknown)),
  })
}

function readAskedProperties(element: Element): Readonly<Record<string, string>> {
  const style = computeStyleSlowly(element)
  return Object.fromEntries(askedProperties.map((name) => [name, style[name]]))
}

/** Whether the name of the element alone decides: no rule that jsdom knows asks for more. */
function isPlain(element: Element): boolean {
  if (ownWays.has(element.localName) || element.hasAttribute('popover')) return false
  for (let each: Element | null = element; each; each = each.parentElement) {
    for (const attribute of inheritedFrom) if (each.hasAttribute(attribute)) return false
  }
  return true
}

function listLabelsQuickly(this: Labelled): Iterable<HTMLLabelElement> | null {
  if (!this.isConnected || (this.localName === 'input' && this.type === 'hidden')) return listLabelsSlowly(this)
  return [...this.ownerDocument.getElementsByTagName('label')].filter((label) => findControl(label) === this)
}

const findControl = (label: HTMLLabelElement): Element | null =>
  label.htmlFor ? label.ownerDocument.getElementById(label.htmlFor) : label.control
