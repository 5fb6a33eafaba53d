import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../../../frontend/src/ui/confirm-dialog.tsx'
import { Dialog } from '../../../frontend/src/ui/dialog.tsx'

afterEach(cleanup)

const named = (name: string) => screen.getByRole<HTMLDialogElement>('dialog', { name })

const renderNested = () => {
  const [outer, inner] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <Dialog title="Editar" close={outer}>
      <ConfirmDialog title="¿Descartar?" action="Descartar" confirm={() => undefined} cancel={inner} />
    </Dialog>,
  )
  return { outer, inner }
}

test('Escape leaves the innermost question, and nothing around it', () => {
  const { outer, inner } = renderNested()

  fireEvent(named('¿Descartar?'), new Event('cancel', { cancelable: true }))

  expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 0])
})

test('a dialog that the browser closes by itself is there for as long as it is asked', () => {
  renderNested()
  const dialog = named('Editar')

  dialog.close()
  fireEvent(dialog, new Event('close'))

  expect(dialog.open).toBe(true)
})
