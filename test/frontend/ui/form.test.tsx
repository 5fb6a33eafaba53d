import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { createNoopFormDraft } from '../../../frontend/src/ui/form-draft.ts'
import { Form } from '../../../frontend/src/ui/form.tsx'

test('a form is sent by its page and never by the browser, which would close the dialog around it', () => {
  const send = vi.fn<() => void>()
  render(
    <Form draft={createNoopFormDraft('sample')} refused={null} aria-label="Muestra" onSubmit={send}>
      <button type="submit">Enviar</button>
    </Form>,
  )

  const isLeftToBrowser = fireEvent.submit(screen.getByRole('form', { name: 'Muestra' }))

  expect(isLeftToBrowser).toBe(false)
  expect(send).toHaveBeenCalledOnce()
})
