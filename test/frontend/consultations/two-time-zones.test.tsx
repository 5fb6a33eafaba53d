import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'

/** The tests run in New York. */
beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
})

test('A-70 a client in another time zone reads both hours in the list, at its limit and in the dialog that moves it', async () => {
  stubOwnConsultations([createOwnConsultation()])
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/slots', {
    durationMinutes: 60,
    bookable: { from: '2026-11-21', to: '2027-01-21' },
    days: [{ day: '2026-12-01', state: 'free', slots: ['2026-12-01T16:30:00.000Z'] }],
  })
  const person = openProductPath('/client?tab=consultations')
  const list = within(await screen.findByRole('region', { name: 'Próximas consultas' }))

  const title = await list.findByRole('heading', { level: 3, name: /martes, 1 de diciembre/ })
  expect(title.textContent).toMatch(/11:00 h .*, hora peninsular española; para ti, 5:00 \(hora de Nueva York\)$/)
  expect(list.getByText(/gratis hasta el lunes 30 de noviembre a las 11:00\. Para ti, hasta: 5:00/)).toBeDefined()
  await person.click(list.getByRole('button', { name: 'Cambiar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar consulta' }))

  expect(dialog.getByText('Hora peninsular española (para ti, 5:00)')).toBeDefined()
  await person.click(await dialog.findByRole('button', { name: /^17:30/ }))
  expect(dialog.getByText('Hora peninsular española (para ti, 11:30)')).toBeDefined()
})

test('of a day that is another one where the client is, its name stands with the hour', async () => {
  stubOwnConsultations([createOwnConsultation({ startsAt: '2026-12-01T02:00:00.000Z' })])
  openProductPath('/client?tab=consultations')
  const list = within(await screen.findByRole('region', { name: 'Próximas consultas' }))

  expect((await list.findByRole('heading', { level: 3 })).textContent).toContain('para ti, lun 21:00')
})
