import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const TOKEN = 'A'.repeat(43)
const appointment = { startsAt: '2026-12-01T16:30:00.000Z', durationMinutes: 60 }
const LOOK = 'POST /consultations/attendance/request'
const CONFIRM = 'POST /consultations/attendance'

const openLink = () => openProductPath(`/confirmar-cita#token=${TOKEN}`)

test('the page of a reminder says which hour it is, and confirms it with one press', async () => {
  fakeApi.answer(LOOK, { ...appointment, confirmed: false })
  fakeApi.answer(CONFIRM, { ...appointment, confirmed: true })
  const person = openLink()
  const button = await screen.findByRole('button', { name: 'Confirmo que iré' })
  expect(screen.getByText(/martes, 1 de diciembre/, { selector: 'time' }).textContent).toMatch(
    /martes, 1 de diciembre, 17:30 h/,
  )
  expect(screen.getByRole('link', { name: 'No puedo ir' }).getAttribute('href')).toBe('/client?tab=consultations')
  expect(fakeApi.asked(CONFIRM)).toEqual([])

  await person.click(button)

  expect(await screen.findByRole('heading', { name: 'Te esperamos' })).toBeDefined()
  expect(fakeApi.asked(CONFIRM)).toMatchObject([{ body: { token: TOKEN } }])
})

test('a link that was pressed before says so at once', async () => {
  fakeApi.answer(LOOK, { ...appointment, confirmed: true })
  openLink()

  expect(await screen.findByRole('heading', { name: 'Te esperamos' })).toBeDefined()
})

test.each([
  ['consultation-closed', /Esta cita ya no es a esa hora/],
  ['link-invalid', /El enlace no está completo o ha caducado/],
] as const)('a link that is refused with %s leads to the panel', async (code, text) => {
  fakeApi.refuse(LOOK, code)
  openLink()

  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' }).getAttribute('href')).toBe('/client?tab=consultations')
})
