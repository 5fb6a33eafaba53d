import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusalStatusCodes } from '#contract/refusals'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, openCustomerRecord as open, customerApiPath as base } from '../../support/record-app.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

test('a supplement that somebody else deletes while it is edited keeps its dialog, with why and what was typed', async () => {
  const listed = `GET ${base}/supplements` as const
  fakeApi.answer(listed, { items: [sampleClientSupplement], next: null })
  const person = open('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Editar Magnesio' }))
  await person.clear(dialog.getByLabelText('Cantidad'))
  await person.type(dialog.getByLabelText('Cantidad'), '350')

  fakeApi.answer(`PUT ${base}/supplements/${sampleClientSupplement.clientSupplementId}`, () => {
    fakeApi.answer(listed, { items: [], next: null })
    return Response.json({ code: 'not-found' }, { status: refusalStatusCodes['not-found'] })
  })
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Editar Magnesio' })).toBeNull(), { timeout: 3000 })

  const kept = within(screen.getByRole('dialog', { name: 'Editar Magnesio' }))
  expect(kept.getByLabelText<HTMLInputElement>('Cantidad').value).toBe('350')
  expect(kept.getAllByText(/^No encontramos lo que buscas/).length).toBeGreaterThan(0)
})
