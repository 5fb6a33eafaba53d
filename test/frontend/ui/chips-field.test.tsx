import { render, screen, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ChipsField } from '../../../frontend/src/ui/chips-field.tsx'

interface Filled {
  readonly chips?: readonly string[]
  readonly suggestions?: readonly string[]
}

function Field({ chips: given = [], suggestions }: Filled) {
  const [chips, setChips] = useState(given)
  const [text, setText] = useState('')
  return (
    <ChipsField
      name="foods"
      label="Alimentos"
      placeholder="Uno por uno"
      maxCount={3}
      maxLength={6}
      chips={chips}
      onChips={setChips}
      text={text}
      onText={setText}
      {...(suggestions && { suggestions })}
    />
  )
}

function open(filled: Filled = {}) {
  render(<Field {...filled} />)
  const person = userEvent.setup({ delay: null })
  const input = screen.getByLabelText<HTMLInputElement>('Alimentos')
  return { person, input, says: () => screen.getByRole('status').textContent }
}

const listChips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const listSuggestions = () =>
  within(screen.getByRole('group', { name: 'Sugerencias' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace('+ ', ''))

test('A-46 a list takes as many entries as it has room for and says which, and a full one takes none', async () => {
  const { person, input, says } = open({ chips: ['Kiwi'] })

  await person.click(input)
  await person.paste('Mango; Piña; Uva')
  expect(listChips()).toEqual(['Kiwi', 'Mango', 'Piña'])
  expect(says()).toBe('Añadido: Mango, Piña')
  await person.type(input, 'Uva{Enter}')

  expect(listChips()).toEqual(['Kiwi', 'Mango', 'Piña'])
  expect(says()).toBe('Ya hay 3: quita alguno para añadir otro')
})

test('A-46 what stands in the field goes with what is pasted, without the spaces around it or what is too long', async () => {
  const { person, input } = open()

  await person.type(input, 'A')
  await person.paste('rroz \n\n Mandarina;')

  expect(listChips()).toEqual(['Arroz', 'Mandar'])
  expect(input.value).toBe('')
})

test('A-46 one word that is pasted stays in the field, to be gone on with', async () => {
  const { person, input } = open()

  await person.click(input)
  await person.paste('Pera')

  expect(input.value).toBe('Pera')
  expect(listChips()).toEqual([])
})

test('A-46 spaces alone are no entry, and nothing is said of them', async () => {
  const { person, input, says } = open({ chips: ['Kiwi'] })

  await person.type(input, '  {Enter}')
  await person.type(input, ' ')
  await person.tab()

  expect(listChips()).toEqual(['Kiwi'])
  expect(says()).toBe('')
})

test('A-46 Backspace takes the last entry only where nothing is being typed, and does nothing in an empty list', async () => {
  const { person, input, says } = open({ chips: ['Kiwi', 'Mango'] })

  await person.type(input, 'Uva{Backspace}')
  expect(input.value).toBe('Uv')
  expect(listChips()).toEqual(['Kiwi', 'Mango'])
  await person.keyboard('{Backspace}{Backspace}{Backspace}')
  expect(says()).toBe('Quitado: Mango')
  expect(listChips()).toEqual(['Kiwi'])
  await person.keyboard('{Backspace}{Backspace}')

  expect(says()).toBe('Quitado: Kiwi')
  expect(screen.queryByRole('list')).toBeNull()
})

test('A-46 a letter that is still being composed is not added by the Enter that ends it', async () => {
  const { person, input } = open()
  await person.type(input, 'Ñ')

  input.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
  )

  expect(listChips()).toEqual([])
  expect(input.value).toBe('Ñ')
})

test('A-46 the example stands in an empty list only', async () => {
  const { person, input } = open()
  expect(input.placeholder).toBe('Uno por uno')

  await person.type(input, 'Kiwi{Enter}')

  expect(input.placeholder).toBe('')
})

test('A-46 suggestions that are in the list are not offered, and the focus goes to the next one, back, and to the field', async () => {
  const { person } = open({ chips: ['gluten'], suggestions: ['Gluten', 'Huevo', 'Mijo', 'Soja'] })
  expect(listSuggestions()).toEqual(['Huevo', 'Mijo', 'Soja'])

  await person.click(screen.getByRole('button', { name: 'Mijo' }))
  expect(document.activeElement?.textContent).toContain('Soja')
  await person.click(screen.getByRole('button', { name: 'Soja' }))
  expect(document.activeElement?.textContent).toContain('Huevo')
  expect(listChips()).toEqual(['gluten', 'Mijo', 'Soja'])
})

test('A-46 the last suggestion gives the focus to the field, and the group of them goes', async () => {
  const { person, input } = open({ suggestions: ['Soja'] })

  await person.click(screen.getByRole('button', { name: 'Soja' }))

  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('group', { name: 'Sugerencias' })).toBeNull()
})

test('A-46 a field without suggestions offers none', () => {
  open()

  expect(screen.queryByRole('group', { name: 'Sugerencias' })).toBeNull()
})
