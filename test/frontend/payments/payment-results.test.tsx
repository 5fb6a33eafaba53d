import { cleanup, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { heldSlotStore } from '../../../frontend/src/features/payments/held-slot-store.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const endpoint = 'POST /payments/confirm'
const sessionId = 'cs_test_abcdefgh'

test('PAY-27 PAY-28 PAY-30 the payment is confirmed exactly once and the card says what comes next', async () => {
  const release = fakeApi.hold(endpoint, { status: 'paid', startsAt: null })
  openProductPath(`/payment-success?session_id=${sessionId}`)

  expect(await screen.findByText('Procesando tu pago...')).toBeDefined()
  release()

  expect(
    await screen.findByText('¡Pago procesado exitosamente! Te contactaremos pronto para programar tu consulta.'),
  ).toBeDefined()
  expect(screen.getByText(/próximas 24 horas/)).toBeDefined()
  expect(screen.getByText(/correo de confirmación/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Tu consulta inicial incluye' })).toBeDefined()
  expect(fakeApi.asked(endpoint)).toEqual([{ endpoint, body: { sessionId }, authorization: null, query: {} }])
})

test('A-70 the hour that was booked with the payment is named as the server has it, and nobody is told to wait', async () => {
  fakeApi.answer(endpoint, { status: 'paid', startsAt: '2026-12-03T09:30:00.000Z' })
  openProductPath(`/payment-success?session_id=${sessionId}`)

  expect(await screen.findByRole('heading', { name: 'Jueves, 3 de diciembre' })).toBeDefined()
  expect(screen.getByText(/De 10:30 a 11:00, hora de Madrid/)).toBeDefined()
  expect(screen.getByText(/Tu cita está confirmada/)).toBeDefined()
  expect(screen.queryByText(/contactaremos/)).toBeNull()
})

test('A-70 whoever paid too late for the hour they had chosen reads that it is gone and what to do', async () => {
  const hold = { startsAt: '2026-12-03T09:30:00.000Z', durationMinutes: 30, heldUntil: '2026-12-02T09:30:00.000Z' }
  heldSlotStore.keep({ ...hold, now: '2026-12-02T09:20:00.000Z' })
  heldSlotStore.renew(hold.heldUntil)
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null })
  openProductPath(`/payment-success?session_id=${sessionId}`)

  expect(await screen.findByText(/La hora que elegiste ya no estaba libre/)).toBeDefined()
  expect(screen.getByText(/te proponemos tres horas distintas/)).toBeDefined()
})

test('A-70 an hour that is paid is held for nobody any more, and the next purchase has a ticket of its own', async () => {
  const hold = { startsAt: '2026-12-03T09:30:00.000Z', durationMinutes: 30, heldUntil: '2026-11-21T09:10:00.000Z' }
  heldSlotStore.keep({ ...hold, now: '2026-11-21T09:00:00.000Z' })
  heldSlotStore.renew(hold.heldUntil)
  const ticket = heldSlotStore.ticket()
  fakeApi.answer(endpoint, { status: 'paid', startsAt: hold.startsAt })
  openProductPath(`/payment-success?session_id=${sessionId}`)
  await screen.findByRole('heading', { name: 'Jueves, 3 de diciembre' })

  expect(heldSlotStore.read()).toBeUndefined()
  expect(heldSlotStore.toPurchaseFields()).toEqual({})
  expect(heldSlotStore.ticket()).not.toBe(ticket)
})

test('A-71 whoever paid for an hour that was cancelled meanwhile reads that the payment is kept, and where to choose another', async () => {
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null, waitsForHour: true })
  openProductPath(`/payment-success?session_id=${sessionId}&consulta=1`)

  expect(await screen.findByText(/^Tu pago está guardado: esa hora se canceló/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Elegir otra hora' }).getAttribute('href')).toBe('/client?tab=consultations')
  expect(screen.queryByText(/ya está pagada/)).toBeNull()
})

test('A-71 a booked consultation that was paid in time reads as paid', async () => {
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null })
  openProductPath(`/payment-success?session_id=${sessionId}&consulta=1`)

  expect(await screen.findByText(/^Tu consulta ya está pagada/)).toBeDefined()
})

test('PAY-29 a payment that is not confirmed says so and can be tried again', async () => {
  fakeApi.refuse(endpoint, 'payment-not-completed')
  const person = openProductPath(`/payment-success?session_id=${sessionId}`)

  expect(await screen.findByText('Hubo un error procesando tu pago. Por favor contacta con nosotros.')).toBeDefined()
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByText(/¡Pago procesado exitosamente!/)).toBeDefined()
})

test('PAY-29 an address that names no session of ours is not called a form', async () => {
  fakeApi.refuse(endpoint, 'invalid-input')
  openProductPath('/payment-success?session_id=garbage')

  expect(await screen.findByText('Hubo un error procesando tu pago. Por favor contacta con nosotros.')).toBeDefined()
  expect(screen.queryByText(/formulario/)).toBeNull()
})

test('PAY-28 without a session nothing is confirmed', async () => {
  openProductPath('/payment-success')

  expect(await screen.findByRole('heading', { name: 'No hay ningún pago que confirmar' })).toBeDefined()
  expect(fakeApi.asked(endpoint)).toHaveLength(0)
})

test('LIM-15 contact is promised within 24 hours where the payment was confirmed, and within 48 where it was not', async () => {
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null })
  openProductPath(`/payment-success?session_id=${sessionId}`)
  expect(
    await screen.findByText(/^Te contactaremos en las próximas 24 horas para acordar el día y la hora/),
  ).toBeDefined()
  cleanup()

  openProductPath('/pago-exitoso')
  expect(
    await screen.findByText(/^Te contactaremos en menos de 48 horas para acordar la fecha de tu consulta/),
  ).toBeDefined()
})

test('PAY-27 what the first consultation includes', async () => {
  fakeApi.answer(endpoint, { status: 'paid', startsAt: null })
  openProductPath(`/payment-success?session_id=${sessionId}`)
  await screen.findByRole('heading', { name: 'Tu consulta inicial incluye' })

  expect(screen.getByText('30 minutos de videollamada con un especialista en microbiota humana.')).toBeDefined()
  expect(screen.getByText(/Tres opciones de presupuesto/)).toBeDefined()
})

test('PAY-31 the paid page promises contact within 48 hours and asks the server nothing', async () => {
  openProductPath('/pago-exitoso')

  expect(await screen.findByRole('heading', { name: 'PAGADO' })).toBeDefined()
  expect(screen.getByText(/48 horas/)).toBeDefined()
  expect(screen.getByText(/si aún no tienes cuenta, una invitación para crearla/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/')
  expect(fakeApi.asked(endpoint)).toHaveLength(0)
})

test('A-70 whoever paid for an hour without an account reads which, and that the mail confirms it', async () => {
  const hold = { startsAt: '2026-12-03T09:30:00.000Z', durationMinutes: 30, heldUntil: '2026-12-02T09:30:00.000Z' }
  heldSlotStore.keep({ ...hold, now: '2026-12-02T09:20:00.000Z' })
  heldSlotStore.renew(hold.heldUntil)
  openProductPath('/pago-exitoso')

  expect(await screen.findByRole('heading', { name: 'Jueves, 3 de diciembre' })).toBeDefined()
  expect(screen.getByText(/^Te confirmamos tu hora por correo/)).toBeDefined()
  expect(screen.queryByText(/te proponemos tres horas distintas/)).toBeNull()
  expect(screen.queryByText(/acordar la fecha/)).toBeNull()
})

test('PAY-32 the cancelled page says that nothing was charged and offers both ways on', async () => {
  openProductPath('/payment-canceled')

  expect(await screen.findByText(/No se ha realizado ningún cargo/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Intentar de nuevo' }).getAttribute('href')).toBe('/primera-consulta')
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/')
})
