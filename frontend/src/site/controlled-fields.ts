import { options, type VNode } from 'preact'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface FieldProps {
  readonly value?: unknown
  readonly checked?: unknown
}

/** The props of each controlled field. */
const saidOf = new WeakMap<EventTarget, FieldProps>()

const fieldTypes: readonly unknown[] = ['input', 'select', 'textarea']

/** Preact's own name of the element of a node, as its other packages use it. */
const ELEMENT_KEY = '__e'

/**
 * React puts back what somebody typed or ticked where the page keeps the value that it had: a letter in a code of digits,
 * a switch that is refused. Preact does so only when the field is rendered, which nothing asks for then.
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
      // After the handler, and after what it makes the page render.
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

/** The value of a radio button or a box is what it stands for. */
const isTextual = ({ type }: Field): boolean => !['checkbox', 'radio', 'file'].includes(type)
