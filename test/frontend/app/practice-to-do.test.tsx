import { cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAdminConsultation, sampleOrderToSchedule, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath, passRetries } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const unclosed = createAdminConsultation({
  consultationId: 'con_before00',
  customerName: 'Javier Ortega',
  startsAt: '2026-11-20T16:00:00.000Z',
})
const request = createAdminConsultation({ toConfirm: true, customerName: 'Nuria Castells' })
const contradicting = { ...sampleClientSupplement, times: ['Mañana', 'Noche'] as const }

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const toDo = async () => within(await screen.findByRole('region', { name: 'Por hacer' }))

test('what is to be done stands in one list, what is for today first, each with the one press that does it', async () => {
  stubAdminAgenda({ coming: [request], toSchedule: [sampleOrderToSchedule] })
  fakeApi.answer('GET /consultations/to-close', { items: [unclosed], next: null })
  fakeApi.answer('GET /supplements/to-review', {
    items: [
      {
        customerId: 'cus_aaaaaaaa',
        customerName: 'Lucía Ferrer',
        supplement: { ...contradicting, times: [...contradicting.times] },
      },
    ],
  })
  openProductPath('/admin')
  const part = await toDo()

  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(4))
  const rows = part.getAllByRole('listitem').map((row) => ({
    kind: within(row).getByText(/^(Cerrar|Pago|Pauta|Confirmar hora)/, { selector: 'strong' }).firstChild?.textContent,
    person: within(row).getByRole('link').textContent,
    press: within(row).getAllByRole('button')[0]?.firstChild?.textContent,
  }))
  expect(rows).toEqual([
    { kind: 'Pago sin fecha', person: 'Noa Vidal', press: 'Proponer 3 horas' },
    { kind: 'Cerrar la consulta', person: 'Javier Ortega', press: 'Marcar completada' },
    { kind: 'Pauta por revisar', person: 'Lucía Ferrer', press: 'Revisar' },
    { kind: 'Confirmar hora', person: 'Nuria Castells', press: 'Confirmar' },
  ])
  expect(part.getByText('4, 3 para hoy')).toBeDefined()
})

test('a consultation of an earlier day is closed with one press', async () => {
  const endpoint = 'PUT /customers/cus_aaaaaaaa/consultations/con_before00/status'
  stubAdminAgenda()
  fakeApi.answer('GET /consultations/to-close', { items: [unclosed], next: null })
  fakeApi.answer(endpoint, { ...unclosed, status: 'completed' })
  const person = openProductPath('/admin')

  await person.click(await screen.findByRole('button', { name: /^Marcar completada/ }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked(endpoint).map(({ body }) => body)).toEqual([{ status: 'completed', version: 3 }])
})

test('a request whose price nobody has said is confirmed together with its price, which the client was promised', async () => {
  const ofRequest = '/customers/cus_aaaaaaaa/consultations/con_aaaaaaaa' as const
  stubAdminAgenda({ coming: [{ ...request, priceCents: null }] })
  fakeApi.answer(`PUT ${ofRequest}`, { ...request, toConfirm: false, priceCents: null, proposedPriceCents: 6050 })
  const person = openProductPath('/admin')
  const part = await toDo()

  await person.click(await part.findByRole('button', { name: /^Confirmar ?la hora de Nuria Castells$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar la hora' }))
  await person.click(dialog.getByRole('button', { name: 'Confirmar hora' }))
  expect(dialog.getByText('Escribe el precio, o 0 si no le cobras nada')).toBeDefined()
  await person.type(dialog.getByLabelText('Precio en euros'), '60,50{Enter}')

  expect(await screen.findByText('Hora confirmada')).toBeDefined()
  expect(fakeApi.asked(`PUT ${ofRequest}`).map(({ body }) => body)).toMatchObject([
    { startsAt: request.startsAt, type: request.type, priceCents: 6050, notes: 'Trae analítica', version: 3 },
  ])
  expect(fakeApi.asked(`PUT ${ofRequest}/status`)).toEqual([])
})

test('of a client whose chosen hour was cancelled it says so, and others are proposed', async () => {
  const proposals = {
    state: 'chosen',
    round: 1,
    slots: ['2026-11-25T09:00:00.000Z'],
    sentAt: '2026-11-20T09:00:00.000Z',
    seenAt: null,
  } as const
  const order = { ...sampleOrderToSchedule, proposals: { ...proposals, slots: [...proposals.slots] } }
  stubAdminAgenda({ toSchedule: [order] })
  openProductPath('/admin')
  const part = await toDo()

  expect(await part.findByText(/la hora que eligió se canceló/)).toBeDefined()
  cleanup()
  openProductPath('/admin/agenda')

  expect(await screen.findByText('Ya eligió una hora y se canceló: puedes proponerle otras.')).toBeDefined()
  expect(screen.queryByText(/Todavía no le has propuesto/)).toBeNull()
})

test('of a client who has hours to choose from nothing is to be done today', async () => {
  const proposals = {
    state: 'sent',
    round: 1,
    slots: ['2026-11-25T09:00:00.000Z'],
    sentAt: '2026-11-20T09:00:00.000Z',
    seenAt: null,
  } as const
  stubAdminAgenda({
    toSchedule: [{ ...sampleOrderToSchedule, proposals: { ...proposals, slots: [...proposals.slots] } }],
  })
  openProductPath('/admin')
  const part = await toDo()

  expect(await part.findByText(/elige entre las horas propuestas/)).toBeDefined()
  expect(part.getByText('1')).toBeDefined()
  expect(part.queryByText(/para hoy/)).toBeNull()
})

test('with nothing to do the list says when the next consultation is', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ startsAt: '2026-11-21T10:30:00.000Z' })] })
  openProductPath('/admin')

  expect(await (await toDo()).findByText('Nada pendiente. Próxima consulta a las 11:30.')).toBeDefined()
})

test('a kind that cannot be had is said, and the others are there', async () => {
  stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
  fakeApi.unreachable('GET /consultations/to-close')
  const person = openProductPath('/admin')
  const part = await toDo()
  await passRetries('GET /consultations/to-close')
  expect(await part.findByText(/^Falta una parte de la lista/)).toBeDefined()
  expect(part.getByText('Pago sin fecha')).toBeDefined()

  fakeApi.answer('GET /consultations/to-close', { items: [unclosed], next: null })
  await person.click(part.getByRole('button', { name: 'Reintentar' }))

  expect(await part.findByText('Javier Ortega')).toBeDefined()
  expect(part.queryByText(/^Falta una parte/)).toBeNull()
})

test('beyond eight rows the others are one press away', async () => {
  const orders = Array.from({ length: 10 }, (_, at) => ({ ...sampleOrderToSchedule, orderId: `ord_aaaaaaa${at}` }))
  stubAdminAgenda({ toSchedule: orders })
  const person = openProductPath('/admin')
  const part = await toDo()
  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(8))

  await person.click(part.getByRole('button', { name: 'Ver 2 más' }))

  expect(part.getAllByRole('listitem')).toHaveLength(10)
})

test('what has a deadline soon comes before what only waits, and is not folded away; what waits for the client comes last', async () => {
  const proposals = { state: 'sent', round: 1, slots: ['2026-11-25T09:00:00.000Z'], seenAt: null } as const
  const sent = { ...proposals, slots: [...proposals.slots], sentAt: '2026-11-20T09:00:00.000Z' }
  const orders = Array.from({ length: 9 }, (_, at) => ({ ...sampleOrderToSchedule, orderId: `ord_aaaaaaa${at}` }))
  stubAdminAgenda({
    coming: [{ ...request, lapsesAt: '2026-11-25T11:00:00.000Z' }],
    toSchedule: [{ ...sampleOrderToSchedule, orderId: 'ord_choosing', proposals: sent }, ...orders.slice(0, 8)],
  })
  const of = { customerId: 'cus_aaaaaaaa', percent: null, percentBefore: null }
  fakeApi.answer('GET /customers/tasks', {
    items: [
      { ...of, kind: 'questionnaire-unread', customerName: 'Íñigo Núñez', at: '2026-11-12T10:00:00.000Z' },
      { ...of, kind: 'pack-ending', customerName: 'Rosa Delgado', at: '2026-11-27T12:00:00.000Z' },
      { ...of, kind: 'question-waiting', customerName: 'Eva Sanz', at: '2026-11-21T18:00:00.000Z' },
    ],
    more: false,
  })
  const person = openProductPath('/admin')
  const part = await toDo()

  await waitFor(() => expect(part.getByRole('button', { name: 'Ver 2 más' })).toBeDefined())
  const kinds = () => part.getAllByRole('listitem').map((row) => row.querySelector('strong')?.firstChild?.textContent)
  const paid = Array.from({ length: 8 }, () => 'Pago sin fecha')
  expect(kinds()).toEqual(['Sin responder', ...paid, 'Confirmar hora', 'Envase casi vacío'])
  await person.click(part.getByRole('button', { name: 'Ver 2 más' }))
  expect(kinds().slice(-2)).toEqual(['Cuestionario sin leer', 'Pago sin fecha'])
  expect(part.getAllByRole('listitem').at(-1)?.textContent).toContain('elige entre las horas propuestas')
})

test('answers to read, falling adherence, an ending pack and an unproven address stand there too, and lead to the record', async () => {
  stubAdminAgenda()
  const of = { customerId: 'cus_aaaaaaaa', percent: null, percentBefore: null }
  fakeApi.answer('GET /customers/tasks', {
    items: [
      { ...of, kind: 'email-unproven', customerName: 'Beatriz Ruiz', at: '2026-11-18T10:00:00.000Z' },
      { ...of, kind: 'questionnaire-unread', customerName: 'Íñigo Núñez', at: '2026-11-19T10:00:00.000Z' },
      {
        ...of,
        kind: 'adherence-falling',
        customerName: 'Tomás Aguirre',
        at: '2026-11-20T12:00:00.000Z',
        percent: 61,
        percentBefore: 92,
      },
      { ...of, kind: 'pack-ending', customerName: 'Rosa Delgado', at: '2026-11-27T12:00:00.000Z' },
    ],
    more: false,
  })
  openProductPath('/admin')
  const part = await toDo()

  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(4))
  expect(part.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Envase casi vacío Rosa Delgado, quedan 6 días',
    'Email sin verificar Beatriz Ruiz, pagó el 18 nov',
    'Cuestionario sin leer Íñigo Núñez, guardado el 19 nov',
    'Adherencia a la baja Tomás Aguirre, del 92 % al 61 %',
  ])
  expect(part.getByRole('link', { name: /^Ver tomas/ }).getAttribute('href')).toBe(
    '/client/cus_aaaaaaaa?tab=supplements',
  )
  expect(part.getByRole('link', { name: /^Leer/ }).getAttribute('href')).toBe('/client/cus_aaaaaaaa#cuestionario')
})

test('what the practice owes by a day stands there by that day, what is late first, and leads to where it is done', async () => {
  stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
  const of = { customerId: 'cus_aaaaaaaa', percent: null, percentBefore: null }
  fakeApi.answer('GET /customers/tasks', {
    items: [
      { ...of, kind: 'proposal-to-present', customerName: 'Ana Gil', at: '2026-11-23T12:00:00.000Z' },
      { ...of, kind: 'analyses-to-request', customerName: 'Eva Sanz', at: '2026-11-21T12:00:00.000Z' },
      { ...of, kind: 'plan-to-publish', customerName: 'Íñigo Núñez', at: '2026-11-22T12:00:00.000Z' },
      { ...of, kind: 'plan-ended', customerName: 'Rosa Delgado', at: '2026-11-20T12:00:00.000Z' },
      { ...of, kind: 'questionnaire-unread', customerName: 'Tomás Aguirre', at: '2026-11-12T10:00:00.000Z' },
    ],
    more: false,
  })
  openProductPath('/admin')
  const part = await toDo()

  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(6))
  const rows = part.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)
  expect(rows.filter((row) => !row?.startsWith('Pago sin fecha'))).toEqual([
    'Pauta terminada, para hoy Rosa Delgado, con retraso desde el 20 nov',
    'Pruebas por pedir, para hoy Eva Sanz, plazo hasta el 21 nov',
    'Pauta por publicar Íñigo Núñez, plazo hasta el 22 nov',
    'Presupuesto pendiente Ana Gil, plazo hasta el 23 nov',
    'Cuestionario sin leer Tomás Aguirre, guardado el 12 nov',
  ])
  const presses = ['Revisar pauta: Rosa', 'Escribirle: Eva', 'Seguir con la pauta: Íñigo', 'Preparar: Ana']
  const targets = presses.map((press) => part.getByRole('link', { name: new RegExp(press.replace(':', ' ?:')) }))
  expect(targets.map((link) => link.getAttribute('href'))).toEqual([
    '/client/cus_aaaaaaaa?tab=supplements',
    '/client/cus_aaaaaaaa/mensajes',
    '/client/cus_aaaaaaaa?tab=supplements',
    '/client/cus_aaaaaaaa/presupuestos',
  ])
  expect(part.getByText('6, 3 para hoy')).toBeDefined()
})

test('a request behind a page of booked hours is to be done, and nothing is said to be done where a list goes on', async () => {
  const booked = Array.from({ length: 25 }, (_, nth) =>
    createAdminConsultation({
      consultationId: `con_booked-${nth + 10}`,
      startsAt: `2026-11-2${2 + (nth % 7)}T10:00:00.000Z`,
    }),
  )
  stubAdminAgenda()
  fakeApi.answer('GET /consultations/coming', (_, { only }) =>
    only === 'requests'
      ? { items: [request], next: null }
      : { items: booked, next: '2026-11-28T10:00:00.000Z~con_booked-34' },
  )
  openProductPath('/admin')

  expect(await (await toDo()).findByRole('link', { name: 'Nuria Castells' })).toBeDefined()

  cleanup()
  fakeApi.answer('GET /consultations/coming', { items: [], next: null })
  fakeApi.answer('GET /files/rejected', { items: [], next: '2026-11-20T10:00:00.000Z~fil_00000001' })
  openProductPath('/admin')

  await waitFor(() => expect(fakeApi.asked('GET /files/rejected')).toHaveLength(2))
  const part = await toDo()
  await waitFor(() => expect(part.queryByText('Mirando qué hay pendiente...')).toBeNull())
  expect(part.queryByText(/^Nada pendiente/)).toBeNull()
})
