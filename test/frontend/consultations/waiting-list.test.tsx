import { screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath, signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const PLACE = 'GET /consultations/mine/waiting-list'
const SET = 'PUT /consultations/mine/waiting-list'
const TAKE = 'POST /consultations/mine/waiting-list/take'
const DECLINE = 'POST /consultations/mine/waiting-list/decline'
const offer = { startsAt: '2026-12-01T09:00:00.000Z', durationMinutes: 60, until: '2026-11-25T11:00:00.000Z' }
const waiting = { waiting: true, canWait: true, offer: null } as const

beforeEach(() => void vi.setSystemTime('2026-11-25T09:00:00.000Z'))

function openTab() {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine', { items: [], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 0, completed: 0, upcoming: 0 })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: true })
  return openProductPath('/client?tab=consultations')
}

test('a client joins the waiting list with a switch, and leaves it with the same', async () => {
  fakeApi.answer(PLACE, { ...waiting, waiting: false })
  fakeApi.answer(SET, ({ waiting: wanted }) => {
    fakeApi.answer(PLACE, { ...waiting, waiting: wanted })
    return { ...waiting, waiting: wanted }
  })
  const person = openTab()
  const name = 'Avísame si queda libre un hueco antes'

  await person.click(await screen.findByRole('switch', { name, checked: false }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name, checked: true }).disabled).toBe(false),
  )
  await person.click(screen.getByRole('switch', { name }))

  await waitFor(() => expect(fakeApi.asked(SET)).toHaveLength(2))
  expect(await screen.findByRole('switch', { name, checked: false })).toBeDefined()
  expect(fakeApi.asked(SET).map(({ body }) => body)).toEqual([{ waiting: true }, { waiting: false }])
})

test('an offered hour stands before what the client has', async () => {
  fakeApi.answer(PLACE, { ...waiting, offer })
  openTab()

  const offered = await screen.findByRole('heading', { name: 'Ha quedado libre un hueco antes' })
  const rest = await screen.findByText(/^No tienes consultas próximas/)

  expect(offered.compareDocumentPosition(rest) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})

test('an offered hour says until when it is kept, and one press takes it', async () => {
  fakeApi.answer(PLACE, { ...waiting, offer })
  fakeApi.answer(TAKE, () => {
    fakeApi.answer(PLACE, { waiting: false, canWait: true, offer: null })
    return { consultationId: 'con_aaaaaaaa', startsAt: offer.startsAt }
  })
  const person = openTab()
  expect(await screen.findByText(/Te guardamos la hora hasta las 12:00/)).toBeDefined()

  await person.click(screen.getByRole('button', { name: 'Me la quedo' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Me la quedo' })).toBeNull())
  expect(fakeApi.asked(TAKE)).toMatchObject([{ body: { startsAt: offer.startsAt } }])
})

test('A-71 an early offered hour is taken with the express request, and an empty box takes nothing', async () => {
  fakeApi.answer(PLACE, { ...waiting, offer: { ...offer, earlyStartUntil: '2026-12-04T23:00:00.000Z' } })
  fakeApi.answer(TAKE, { consultationId: 'con_aaaaaaaa', startsAt: offer.startsAt })
  const person = openTab()
  await person.click(await screen.findByRole('button', { name: 'Me la quedo' }))
  const box = screen.getByRole('checkbox', { name: /^Pido tener la consulta antes/ })
  expect(fakeApi.asked(TAKE)).toEqual([])
  expect(document.activeElement).toBe(box)

  await person.click(box)
  await person.click(screen.getByRole('button', { name: 'Me la quedo' }))

  const consents = { expressRequest: true, acknowledgement: true }
  await waitFor(() => expect(fakeApi.asked(TAKE)).toMatchObject([{ body: { startsAt: offer.startsAt, consents } }]))
})

test('an hour that is kept no more goes with its card, and that nothing has changed stays to be read', async () => {
  fakeApi.answer(PLACE, { ...waiting, offer })
  fakeApi.refuse(TAKE, 'hold-expired')
  const person = openTab()
  await screen.findByRole('button', { name: 'Me la quedo' })
  fakeApi.answer(PLACE, waiting)

  await person.click(screen.getByRole('button', { name: 'Me la quedo' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Me la quedo' })).toBeNull())
  expect(await screen.findByText(/ya no está guardada para ti/)).toBeDefined()
  expect(screen.getByText('Lo que tenías sigue como estaba.')).toBeDefined()
})

test('“No, gracias” gives it to the next', async () => {
  fakeApi.answer(PLACE, { ...waiting, offer })
  fakeApi.answer(DECLINE, () => {
    fakeApi.answer(PLACE, waiting)
    return waiting
  })
  const person = openTab()

  await person.click(await screen.findByRole('button', { name: 'No, gracias' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'No, gracias' })).toBeNull())
})

test('who has nothing to bring forward sees no switch', async () => {
  fakeApi.answer(PLACE, { waiting: false, canWait: false, offer: null })
  openTab()

  await screen.findByText(/No tienes consultas próximas/)
  await waitUntilDrawn(PLACE)

  expect(screen.queryByRole('switch', { name: 'Avísame si queda libre un hueco antes' })).toBeNull()
})

test('the practice sees beside the agenda who waits, since when, and which hour is offered', async () => {
  signInAsRole('administrador')
  stubAdminAgenda()
  const client = { customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer', since: '2026-11-20T09:00:00.000Z' }
  fakeApi.answer('GET /consultations/waiting-list', {
    items: [{ ...client, offeredStart: offer.startsAt, offeredUntil: offer.until }],
  })
  openProductPath('/admin/agenda')

  expect(await screen.findByRole('heading', { name: 'Lista de espera (1)' })).toBeDefined()
  expect(screen.getByText(/Le hemos ofrecido el martes, 1 de diciembre a las 10:00, hasta las 12:00/)).toBeDefined()
})
