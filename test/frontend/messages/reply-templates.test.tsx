import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord } from '../../support/record-app.ts'

async function openNewTemplate() {
  stubCustomerRecord()
  openProductPath('/client/cus_aaaaaaaa/mensajes')
  fireEvent.click(await screen.findByRole('button', { name: 'Plantillas' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Nueva plantilla' }))
  await screen.findByLabelText('Nombre')
}

function saveTemplate() {
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Café' } })
  fireEvent.change(screen.getByLabelText('Respuesta'), { target: { value: 'Mejor una hora después.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar plantilla' }))
}

describe('a template whose answer was lost', () => {
  const saving = 'POST /messages/templates'
  const requestIds = () => fakeApi.asked(saving).map(({ body }) => (body as { requestId: string }).requestId)

  test.each([false, true])('is saved again as the same one (page loaded again: %s)', async (reloaded) => {
    fakeApi.fail(saving, 503)
    await openNewTemplate()
    saveTemplate()
    await screen.findByText('No se ha guardado la plantilla')

    const before = requestIds().length
    if (reloaded) {
      cleanup()
      await openNewTemplate()
    }
    saveTemplate()

    await waitFor(() => expect(requestIds().length).toBeGreaterThan(before))
    expect(new Set(requestIds()).size).toBe(1)
    expect(requestIds()[0]).toMatch(/^[\da-f-]{36}$/)
  })

  test('is another one when it is made again after it was kept', async () => {
    fakeApi.answer(saving, ({ name, text }) => ({ templateId: 'tpl_00000001', name, text, version: 1 }))
    await openNewTemplate()
    saveTemplate()
    fireEvent.click(await screen.findByRole('button', { name: 'Nueva plantilla' }))
    await screen.findByLabelText('Nombre')

    saveTemplate()

    await waitFor(() => expect(new Set(requestIds()).size).toBe(2))
  })
})
