import { screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'

const MOVE = 'PUT /consultations/mine/con_aaaaaaaa'

async function moveLong(toConfirm: boolean) {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  const long = createOwnConsultation({ durationMinutes: 90, toConfirm })
  stubOwnConsultations([long])
  fakeApi.answer(MOVE, { ...long, version: 4 })
  const person = openProductPath('/client?tab=consultations')
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  await person.clear(screen.getByLabelText('Hora'))
  await person.type(screen.getByLabelText('Hora'), '12:15')
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
}

test('CON-07 a confirmed consultation of 90 minutes is moved as long as it is, though unpaid requests are shorter', async () => {
  await moveLong(false)

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked(MOVE).map(({ body }) => body)).toMatchObject([
    { startsAt: '2026-12-01T11:15:00.000Z', durationMinutes: 90 },
  ])
})

test('CON-07 a request of 90 minutes that nobody has confirmed is too long, and says so before it is sent', async () => {
  await moveLong(true)

  expect(await screen.findByText('La duración máxima es de 60 minutos')).toBeDefined()
  expect(fakeApi.asked(MOVE)).toEqual([])
})
