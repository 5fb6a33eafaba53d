type Field = HTMLInputElement | HTMLTextAreaElement

const isChecked = (field: Field) => field instanceof HTMLInputElement && field.checked

const typedInto = (field: Field) =>
  field.value !== field.defaultValue || (field instanceof HTMLInputElement && field.checked !== field.defaultChecked)

/** Sets a value as a person does: React notices a change that did not go through its own property. */
function type(field: Field, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * What people, or the browser's memory of them, entered before the page was alive. A form that comes to life sets its
 * fields to what it starts with; the returned function enters everything again.
 */
export function rememberTyped(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll<Field>('input, textarea')]
    .filter(typedInto)
    .map((field) => ({ field, value: field.value, checked: isChecked(field) }))
  return () => {
    for (const { field, value, checked } of typed) {
      if (isChecked(field) !== checked) field.click()
      else if (field.value !== value) type(field, value)
    }
  }
}
