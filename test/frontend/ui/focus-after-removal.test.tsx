import { render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ConfirmDialog } from '../../../frontend/src/ui/confirm-dialog.tsx'
import { Dialog } from '../../../frontend/src/ui/dialog.tsx'
import { useFocusAfterRemoval } from '../../../frontend/src/ui/focus.ts'
import { Card } from '../../../frontend/src/ui/panel.tsx'

function Rows() {
  const [rows, setRows] = useState(['a', 'b'])
  const [asked, setAsked] = useState<string>()
  const remove = (row: string) => setRows(rows.filter((other) => other !== row))
  return (
    <ul>
      {rows.map((row) => (
        <li key={row}>
          <button onClick={() => setAsked(row)}>{`Eliminar ${row}`}</button>
          <button onClick={() => remove(row)}>{`Descartar ${row}`}</button>
          {asked === row && (
            <ConfirmDialog
              title="¿Eliminar?"
              action="Eliminar"
              confirm={() => remove(row)}
              cancel={() => setAsked(undefined)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function Page({ inDialog = false }) {
  const [isOpen, setOpen] = useState(true)
  useFocusAfterRemoval()
  return (
    <Card id="files" title="Archivos">
      {inDialog && isOpen ? (
        <Dialog title="Todos" close={() => undefined}>
          <Rows />
          <button onClick={() => setOpen(false)}>Cerrar</button>
        </Dialog>
      ) : (
        <Rows />
      )}
    </Card>
  )
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const focused = () => document.activeElement?.textContent

test('whoever removes a row goes on at the title of its card, with a question or without', async () => {
  render(<Page />)

  await press('Eliminar a')
  await press('Eliminar')
  expect(focused()).toBe('Archivos')

  await press('Descartar b')
  expect(focused()).toBe('Archivos')
})

test('of a list in a dialog, at the title of the dialog', async () => {
  render(<Page inDialog />)

  await press('Descartar a')
  expect(focused()).toBe('Todos')

  await press('Cerrar')
  expect(focused()).toBe('Archivos')
})

test('who leaves the question is back at the button, and stays there', async () => {
  render(<Page />)

  await press('Eliminar a')
  await press('Cancelar')

  expect(focused()).toBe('Eliminar a')
})
