import { replacementOf } from './replacement-element.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isChecked = (field: Field) => field instanceof HTMLInputElement && field.checked

/**
 * Sets a value as a person does: React notices a change that did not go through its own property. It took what stood in
 * the field when the page came to life for what had been there all along, so it is told of an empty field before.
 */
function type(field: Field, value: string): void {
  if (field.value === value) field.value = ''
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

const typedInto = (field: Field) =>
  isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/** A form may not know of a tick that its box still shows: then it is taken away and set again. */
function tick(box: HTMLInputElement, checked: boolean): void {
  if (box.checked === checked) box.click()
  if (box.checked !== checked) box.click()
}

const entryOf = (field: Field) => ({ value: field.value, checked: isChecked(field) })

/**
 * What people, or the browser's memory of them, entered before the page was alive. A form that comes to life sets its
 * fields to what it starts with; the returned function enters everything again, in the fields that stand there by then.
 */
export function rememberTyped(root: HTMLElement): () => void {
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
      const field = replacementOf(former)
      if (!field) continue
      if (isBox(field)) tick(field, checked)
      else type(field, value)
    }
  }
}

/** Who was typing when the page was drawn anew goes on typing: the returned function puts the focus where it was. */
export function rememberFocus(): () => void {
  const focused = document.activeElement
  return () => {
    const place = focused && !focused.isConnected && replacementOf(focused)
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }
}
