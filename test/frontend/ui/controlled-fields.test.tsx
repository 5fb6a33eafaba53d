import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

function Fields() {
  const [code, setCode] = useState('')
  return (
    <>
      <input aria-label="Código" value={code} onChange={({ target }) => setCode(digitsOf(target.value))} />
      <input aria-label="Fijo" type="checkbox" checked={false} onChange={() => undefined} />
      <select aria-label="Elegido" value="uno" onChange={() => undefined}>
        <option>uno</option>
        <option>dos</option>
      </select>
      <input aria-label="Libre" defaultValue="a" />
    </>
  )
}

test('a field whose value the page decides shows it, whatever is typed, ticked or chosen', async () => {
  const person = userEvent.setup({ delay: null })
  render(<Fields />)

  await person.type(screen.getByLabelText('Código'), '1a2b')
  await person.click(screen.getByLabelText('Fijo'))
  await person.selectOptions(screen.getByLabelText('Elegido'), 'dos')
  await person.type(screen.getByLabelText('Libre'), 'b')

  expect(screen.getByLabelText('Código')).toHaveProperty('value', '12')
  expect(screen.getByLabelText('Fijo')).toHaveProperty('checked', false)
  expect(screen.getByLabelText('Elegido')).toHaveProperty('value', 'uno')
  expect(screen.getByLabelText('Libre')).toHaveProperty('value', 'ab')
})
