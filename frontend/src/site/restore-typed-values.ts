import { findReplacementElement } from './replacement-element.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isChecked = (field: Field) => field instanceof HTMLInputElement && field.checked

/** By an input event, because React reads values from events. */
function type(field: Field, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

const typedInto = (field: Field) =>
  isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/**
 * Without a change event the form does not know of a box that was ticked before hydration: unticks and ticks it again.
 */
function tick(box: HTMLInputElement, checked: boolean): void {
  if (box.checked === checked) box.click()
  if (box.checked !== checked) box.click()
}

const entryOf = (field: Field) => ({ value: field.value, checked: isChecked(field) })

/** Captures values typed or autofilled before hydration, which resets the fields. */
export function captureTypedValues(root: HTMLElement): () => void {
  const typed = new Map<Field, ReturnType<typeof entryOf>>()
  for (const field of root.querySelectorAll<Field>('input, textarea')) {
    if (typedInto(field)) typed.set(field, entryOf(field))
  }
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typed.set(target, entryOf(target))
  }
  document.addEventListener('input', remember, true)
  return () => {
    document.removeEventListener('input', remember, true)
    for (const [former, { value, checked }] of typed) {
      const field = findReplacementElement(former)
      if (!field) continue
      if (isBox(field)) tick(field, checked)
      else type(field, value)
    }
  }
}

export function captureFocus(): () => void {
  const focused = document.activeElement
  return () => {
    const place = focused && !focused.isConnected && findReplacementElement(focused)
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }
}
