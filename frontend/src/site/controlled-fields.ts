import { options, type VNode } from 'preact'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface FieldProps {
  readonly value?: unknown
  readonly checked?: unknown
}

const saidOf = new WeakMap<EventTarget, FieldProps>()

const fieldTypes: readonly unknown[] = ['input', 'select', 'textarea']

/** The property in which Preact keeps the DOM element of a virtual node; its own packages read it too. */
const ELEMENT_KEY = '__e'

/**
 * Gives Preact React's behaviour for controlled fields: after an event, the field shows the value of its props again (a
 * letter typed into a numeric code, a switch whose change is refused). Preact does so only when the field re-renders.
 */
export function restoreControlledFields(): void {
  const before = { ...options }
  options.diffed = (node) => {
    before.diffed?.(node)
    if (fieldTypes.includes(node.type)) saidOf.set(elementOf(node), node.props as FieldProps)
  }
  options.event = (event) => {
    const { type, currentTarget } = event
    if ((type === 'input' || type === 'change') && currentTarget && saidOf.has(currentTarget)) {
      // After the handler and the rendering that it causes.
      queueMicrotask(() => queueMicrotask(() => restore(currentTarget as Field)))
    }
    return before.event?.(event) ?? event
  }
}

const elementOf = (node: VNode) => Reflect.get(node, ELEMENT_KEY) as Field

function restore(field: Field): void {
  const { value, checked } = saidOf.get(field) ?? {}
  if (typeof checked === 'boolean' && 'checked' in field && field.checked !== checked) field.checked = checked
  if (typeof value === 'string' && isTextual(field) && field.value !== value) field.value = value
}

const isTextual = ({ type }: Field): boolean => !['checkbox', 'radio', 'file'].includes(type)
