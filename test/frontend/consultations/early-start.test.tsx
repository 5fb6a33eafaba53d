import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'
import {
  createOwnConsultation,
  paidCancellationOptions,
  stubOwnConsultations,
} from '../../support/own-consultations.ts'

const earlyStartUntil = '2026-12-04T23:00:00.000Z'
const listed = 'GET /consultations/mine'
const next = 'GET /consultations/mine/next'
const options = 'GET /consultations/mine/con_aaaaaaaa/options'
const paidFirst = {
  consultation: null,
  toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z', earlyStartUntil },
  freeRequests: false,
} as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubOwnConsultations([])
  const days = [{ day: '2026-12-10', state: 'free', slots: [] }] as const
  fakeApi.answer('GET /slots', { durationMinutes: 60, bookable: { from: '2026-11-22', to: '2027-01-20' }, days })
})

const open = () => openProductPath('/client?tab=consultations')

const expressly = /^Pido tener la consulta antes de que acabe el plazo/
const asked = { expressRequest: true, acknowledgement: true }

test('A-71 an early hour of what is paid is asked for expressly: an empty box sends nothing, and a late hour asks nothing', async () => {
  fakeApi.answer(next, paidFirst)
  fakeApi.answer(`POST /consultations/mine`, createOwnConsultation({ isPaid: true }))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))
  const enter = (day: string) => fireEvent.change(dialog.getByLabelText('Fecha'), { target: { value: day } })
  fireEvent.change(dialog.getByLabelText('Hora'), { target: { value: '10:30' } })
  enter('2026-12-10')
  expect(dialog.queryByRole('checkbox', { name: expressly })).toBeNull()
  enter('2026-12-01')

  await person.click(dialog.getByRole('button', { name: 'Pedir consulta' }))
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: expressly })
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(box.checked).toBe(false)
  expect(dialog.getByText(/elige una a partir del sábado 5 de diciembre/)).toBeDefined()
  expect(fakeApi.asked('POST /consultations/mine')).toEqual([])
  await person.click(box)
  await person.click(dialog.getByRole('button', { name: 'Pedir consulta' }))

  await waitFor(() => expect(fakeApi.asked('POST /consultations/mine')).toMatchObject([{ body: { consents: asked } }]))
})

test.each([
  ['is asked for expressly', earlyStartUntil, 1],
  ['asks nothing again where that was said', null, 0],
])('A-71 an early hour of a budget %s', async (_, until, boxes) => {
  const agreement = createOwnAgreement({
    consultations: { count: 3, used: 1, free: 2, blocked: 0 },
    acceptedAt: '2026-11-20T10:00:00.000Z',
    earlyStartUntil: until,
  })
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'accepted', agreement })] })
  const person = open()
  await screen.findByText(/Tu presupuesto «Completo» incluye 2 consultas/)
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))

  fireEvent.change(dialog.getByLabelText('Hora'), { target: { value: '10:30' } })
  fireEvent.change(dialog.getByLabelText('Fecha'), { target: { value: '2026-12-01' } })

  expect(dialog.queryAllByRole('checkbox', { name: expressly })).toHaveLength(boxes)
})

test('A-71 a paid consultation is moved to an early hour with the express request, and without it where that was made', async () => {
  fakeApi.answer(listed, {
    items: [createOwnConsultation({ isPaid: true, startsAt: '2026-12-15T10:00:00.000Z' })],
    next: null,
  })
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil })
  fakeApi.answer('PUT /consultations/mine/con_aaaaaaaa', createOwnConsultation({ version: 4 }))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  expect(screen.queryByRole('checkbox', { name: expressly })).toBeNull()

  fireEvent.change(screen.getByLabelText('Fecha'), { target: { value: '2026-12-01' } })
  await person.click(await screen.findByRole('checkbox', { name: expressly }))
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  await screen.findByText('Consulta actualizada')
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil: null })
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guardar cambios' })).toHaveProperty('disabled', false))
  fireEvent.change(screen.getByLabelText('Fecha'), { target: { value: '2026-12-01' } })
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: expressly })).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  await waitFor(() => expect(fakeApi.asked('PUT /consultations/mine/con_aaaaaaaa')).toHaveLength(2))
  const [first, second] = fakeApi.asked('PUT /consultations/mine/con_aaaaaaaa').map(({ body }) => body)
  expect(first).toMatchObject({ startsAt: '2026-12-01T10:00:00.000Z', consents: asked })
  expect(second).not.toHaveProperty('consents')
})

test('A-71 where it is not known whether an hour is early, the refusal shows the box, and the ticked request is sent', async () => {
  const PUT = 'PUT /consultations/mine/con_aaaaaaaa'
  fakeApi.answer(listed, {
    items: [createOwnConsultation({ isPaid: true, startsAt: '2026-12-15T10:00:00.000Z' })],
    next: null,
  })
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil: null })
  fakeApi.refuse(PUT, 'early-start-required')
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  fireEvent.change(screen.getByLabelText('Fecha'), { target: { value: '2026-12-01' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guardar cambios' })).toHaveProperty('disabled', false))

  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  const description = /^Esa hora es antes de que acabe el plazo de 14 días/
  await person.click(await screen.findByRole('checkbox', { name: expressly, description }))
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  await waitFor(() => expect(fakeApi.asked(PUT)).toHaveLength(2))
  expect(fakeApi.asked(PUT).at(-1)?.body).toMatchObject({ consents: asked })
})

test('A-71 the box that a refusal has shown stays when the hour is refused for something else, and goes with a later hour', async () => {
  const POST = 'POST /consultations/mine'
  fakeApi.answer(next, { ...paidFirst, toSchedule: { ...paidFirst.toSchedule, earlyStartUntil: null } })
  fakeApi.refuse(POST, 'early-start-required')
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))
  const enter = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const send = () => person.click(dialog.getByRole('button', { name: 'Pedir consulta' }))
  enter('Fecha', '2026-12-01')
  enter('Hora', '10:30')
  await send()
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: expressly })
  await person.click(box)
  fakeApi.refuse(POST, 'outside-hours')

  await send()
  await waitFor(() => expect(dialog.getByLabelText('Hora').getAttribute('aria-invalid')).toBe('true'))
  expect([box.isConnected, box.checked]).toEqual([true, true])
  enter('Fecha', '2026-12-10')
  expect(dialog.queryByRole('checkbox', { name: expressly })).toBeNull()
  await send()

  await waitFor(() => expect(fakeApi.asked(POST)).toHaveLength(3))
  expect(fakeApi.asked(POST)[1]?.body).toMatchObject({ consents: asked })
  expect(fakeApi.asked(POST)[2]?.body).not.toHaveProperty('consents')
})

const given = createOwnConsultation({ isPaid: true, startsAt: '2026-12-01T10:00:00.000Z' })
const ask = 'POST /consultations/mine/con_aaaaaaaa/early-start'

test('A-71 an early hour that the practice gave asks on its card, says that nothing has to be done, and sends only what was ticked', async () => {
  fakeApi.answer(listed, { items: [given], next: null })
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil })
  fakeApi.answer(ask, { earlyStartUntil: null })
  const person = open()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: expressly })
  expect(box.checked).toBe(false)
  expect(
    screen.getByText(/No tienes que hacer nada: mientras no la pidas tú, conservas ese derecho entero/),
  ).toBeDefined()

  await person.click(screen.getByRole('button', { name: 'Pedirla para ese día' }))
  expect(await screen.findByText('Marca la casilla para pedirlo.')).toBeDefined()
  expect(fakeApi.asked(ask)).toEqual([])
  await person.click(box)
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil: null })
  await person.click(screen.getByRole('button', { name: 'Pedirla para ese día' }))

  await waitFor(() => expect(screen.queryByRole('checkbox', { name: expressly })).toBeNull())
  expect(fakeApi.asked(ask).map(({ body }) => body)).toEqual([{ startsAt: given.startsAt, ...asked }])
})

test.each([
  ['that needs no request', { startsAt: '2026-12-15T10:00:00.000Z' }, earlyStartUntil],
  ['whose client has asked', {}, null],
])('A-71 a paid hour %s asks nothing on its card', async (_, changes, until) => {
  fakeApi.answer(listed, { items: [{ ...given, ...changes }], next: null })
  fakeApi.answer(options, { ...paidCancellationOptions, earlyStartUntil: until })
  open()
  await screen.findByRole('button', { name: 'Cambiar' })
  await waitUntilDrawn(options)

  expect(screen.queryByRole('checkbox', { name: expressly })).toBeNull()
})

test('A-71 the link of the reminder asks too, and confirms with or without it', async () => {
  const token = 'A'.repeat(43)
  const appointment = { startsAt: given.startsAt, durationMinutes: 30, confirmed: false, earlyStartUntil }
  fakeApi.answer('POST /consultations/attendance/request', appointment)
  fakeApi.answer('POST /consultations/attendance', { ...appointment, confirmed: true })
  const person = openProductPath(`/confirmar-cita#token=${token}`)

  await person.click(await screen.findByRole('checkbox', { name: expressly }))
  await person.click(screen.getByRole('button', { name: 'Confirmo que iré' }))

  expect(await screen.findByRole('heading', { name: 'Te esperamos' })).toBeDefined()
  expect(fakeApi.asked('POST /consultations/attendance')[0]?.body).toEqual({ token, consents: asked })
})
