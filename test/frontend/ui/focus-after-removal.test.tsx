import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
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

function Moving() {
  const [rows, setRows] = useState(['a', 'b', 'c'])
  const [busy, setBusy] = useState(false)
  useFocusAfterRemoval()
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button disabled={busy} onClick={() => setRows([...rows.filter((other) => other !== row), row])}>
              {`Hacer ${row}`}
            </button>
          </li>
        ))}
      </ul>
      <button onClick={() => setBusy(!busy)}>Esperar</button>
      <p>Al lado</p>
    </>
  )
}

test('a button that moves with its row keeps the focus', async () => {
  render(<Moving />)

  await press('Hacer a')

  await waitFor(() => expect(screen.getAllByRole('button')[2]?.textContent).toBe('Hacer a'))
  expect(focused()).toBe('Hacer a')
})

test('a button that is disabled while its press is answered gets the focus back', async () => {
  render(<Moving />)
  await press('Hacer a')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Hacer a' })
  const focus = vi.spyOn(button, 'focus')
  // Chromium blurs the removed element and sends the event; jsdom keeps it focused.
  const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  button.disabled = true
  button.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  vi.runAllTimers()
  vi.useRealTimers()

  button.disabled = false

  await waitFor(() => expect(focus).toHaveBeenCalledOnce())
  active.mockRestore()
})

test('whoever presses beside the rows has left them', async () => {
  render(<Moving />)
  await press('Hacer a')

  await userEvent.setup().click(screen.getByText('Al lado'))
  await press('Esperar')
  await userEvent.setup().click(screen.getByText('Al lado'))
  fireEvent.click(screen.getByRole('button', { name: 'Esperar' }))

  expect(document.activeElement).toBe(document.body)
})
