import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const TOKEN = 'A'.repeat(43)
const LOOK = 'POST /slots/freed'
const TAKE = 'POST /slots/freed/take'
const DECLINE = 'POST /slots/freed/decline'
const hour = { startsAt: '2026-12-01T16:30:00.000Z', durationMinutes: 30 }
const open = { ...hour, state: 'open', until: '2026-11-30T11:00:00.000Z' } as const

const openLink = () => openProductPath(`/hora-libre#token=${TOKEN}`)

test('the page of a freed hour says which it is and until when, and takes it with one press', async () => {
  fakeApi.answer(LOOK, open)
  fakeApi.answer(TAKE, { ...hour, state: 'taken', until: null })
  const person = openLink()
  const button = await screen.findByRole('button', { name: 'Me la quedo' })
  expect(screen.getByText('17:30 h')).toBeDefined()
  expect(screen.getByText(/Te guardamos la hora hasta las 12:00 \(para ti, 6:00\)/)).toBeDefined()
  expect(fakeApi.asked(TAKE)).toEqual([])

  await person.click(button)

  expect(await screen.findByRole('heading', { name: 'La hora es tuya' })).toBeDefined()
  expect(fakeApi.asked(TAKE)).toMatchObject([{ body: { token: TOKEN } }])
})

test('A-71 of an hour within the 14 days after the payment the page asks for the early start before it is taken', async () => {
  fakeApi.answer(LOOK, { ...open, earlyStartUntil: '2026-12-12T23:00:00.000Z' })
  fakeApi.answer(TAKE, { ...hour, state: 'taken', until: null })
  const person = openLink()
  const button = await screen.findByRole('button', { name: 'Me la quedo' })

  await person.click(button)
  expect(fakeApi.asked(TAKE)).toEqual([])
  expect(screen.getByText(/^Marca esta casilla para quedarte con esta hora\..* «No, gracias»/)).toBeDefined()
  await person.click(screen.getByRole('checkbox', { name: /^Pido tener la consulta antes/ }))
  await person.click(button)

  expect(await screen.findByRole('heading', { name: 'La hora es tuya' })).toBeDefined()
  expect(fakeApi.asked(TAKE)).toMatchObject([
    { body: { token: TOKEN, consents: { expressRequest: true, acknowledgement: true } } },
  ])
})

test('A-20 a minor reads whose authorisation is missing and where to ask for it, and can still answer', async () => {
  fakeApi.answer(LOOK, open)
  fakeApi.refuse(TAKE, 'guardian-consent-required')
  const person = openLink()

  await person.click(await screen.findByRole('button', { name: 'Me la quedo' }))

  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Eres menor de edad: .* madre, padre o tutor\. Puedes pedirla en tu panel, en Ajustes\.$/,
  )
  expect(screen.getByRole('button', { name: 'Me la quedo' })).toHaveProperty('disabled', false)
})

test('whoever does not want it says so, and what they had stays', async () => {
  fakeApi.answer(LOOK, open)
  fakeApi.answer(DECLINE, { ...hour, state: 'gone', durationMinutes: null, until: null })
  const person = openLink()

  await person.click(await screen.findByRole('button', { name: 'No, gracias' }))

  expect(await screen.findByText(/Lo que tenías sigue como estaba/)).toBeDefined()
})

test('whoever declines what another window has taken reads that it is theirs', async () => {
  fakeApi.answer(LOOK, open)
  fakeApi.answer(DECLINE, { ...hour, state: 'taken', until: null })
  const person = openLink()

  await person.click(await screen.findByRole('button', { name: 'No, gracias' }))

  expect(await screen.findByRole('heading', { name: 'La hora es tuya' })).toBeDefined()
})

test('an hour that is not kept any more is told as such, also where it ends while the page is open', async () => {
  fakeApi.answer(LOOK, open)
  fakeApi.refuse(TAKE, 'hold-expired')
  const person = openLink()

  await person.click(await screen.findByRole('button', { name: 'Me la quedo' }))

  expect(await screen.findByRole('heading', { name: 'Esta hora ya no está guardada para ti' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a mi panel' }).getAttribute('href')).toBe('/client?tab=consultations')
})
