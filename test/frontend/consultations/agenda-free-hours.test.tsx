import { render, screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { listDayRows, listOpenSpans } from '../../../frontend/src/features/consultations/agenda-layout.ts'
import { DayBar } from '../../../frontend/src/features/consultations/opening-hours-day-bar.tsx'
import { createAdminConsultation, sampleOrderToSchedule, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

/** A Tuesday, 10:12 in Madrid. */
beforeEach(() => vi.setSystemTime('2026-11-24T09:12:00.000Z'))

const waiting = [
  sampleOrderToSchedule,
  { ...sampleOrderToSchedule, orderId: 'ord_bbbbbbbb', customerId: 'cus_cccccccc', customerName: 'Teo Marín' },
]

function openAgenda() {
  stubAdminAgenda({ toSchedule: waiting })
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
  return openProductPath('/admin/agenda')
}

const slot = async (name: string) =>
  within(await screen.findByRole('group', { name: 'Semana por horas' })).findByRole('button', { name })

test('a free hour offers those who wait first and proposes none of several: client, type and order are those of the one that is chosen', async () => {
  const person = openAgenda()
  fakeApi.answer('POST /consultations', createAdminConsultation())
  await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  const choice = dialog.getByLabelText<HTMLSelectElement>('Pendiente de agendar')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Elige para quién: 2 esperan hora',
    'Noa Vidal, Primera consulta',
    'Teo Marín, Primera consulta',
    'Otro cliente',
  ])
  expect(choice.value).toBe('')
  expect([dialog.queryByRole('combobox', { name: 'Cliente' }), dialog.queryByLabelText('Tipo')]).toEqual([null, null])

  await person.click(dialog.getByRole('button', { name: 'Programar consulta' }))
  expect(await dialog.findByText('Elige un cliente')).toBeDefined()
  await person.selectOptions(choice, 'Teo Marín, Primera consulta')
  expect(dialog.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('primera_consulta')
  await person.click(dialog.getByRole('button', { name: 'Programar consulta' }))

  expect(await screen.findByText('Consulta programada')).toBeDefined()
  expect(fakeApi.asked('POST /consultations').map(({ body }) => body)).toMatchObject([
    {
      startsAt: '2026-11-27T10:00:00.000Z',
      customerId: 'cus_cccccccc',
      type: 'primera_consulta',
      orderId: 'ord_bbbbbbbb',
    },
  ])
})

test('a free hour asks for the client as soon as none of those who wait is meant', async () => {
  const person = openAgenda()
  await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))
  const dialog = within(await screen.findByRole('dialog'))

  await person.selectOptions(dialog.getByLabelText('Pendiente de agendar'), 'Otro cliente')

  expect(dialog.getByRole('combobox', { name: 'Cliente' })).toBeDefined()
  expect(dialog.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('general')
})

test('an hour that the clocks skip is neither open nor free, in the week and in the list of the day', async () => {
  vi.setSystemTime('2027-03-23T09:12:00.000Z')
  stubAdminAgenda()
  const openingHours = {
    ...defaultOpeningHours,
    extraOpenings: [{ day: '2027-03-28', opensAt: '00:00', closesAt: '05:00' }],
  }
  fakeApi.answer('GET /opening-hours', { openingHours, version: 0, items: [] })
  const person = openProductPath('/admin/agenda?day=2027-03-28')
  const skipped = await slot('domingo, 28 de marzo, 02:00 h, no existe: los relojes se adelantan')

  await person.click(skipped)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await slot('domingo, 28 de marzo, 01:30 h, libre')).toBeDefined()
  expect(await slot('domingo, 28 de marzo, 03:00 h, libre')).toBeDefined()
  expect(listOpenSpans(openingHours, '2027-03-28')).toEqual([
    { from: 0, to: 120 },
    { from: 180, to: 300 },
  ])
})

test.each([
  [45, [[9 * 60 + 45, 15]]],
  [50, []],
])('a quarter of an hour is free after a consultation of %i minutes or it is not', (durationMinutes, free) => {
  const consultation = createAdminConsultation({ startsAt: '2026-11-25T08:00:00.000Z', durationMinutes })
  const open = [{ from: 9 * 60, to: 10 * 60 }]

  const rows = listDayRows({ consultations: [consultation], holds: [], open, passed: 0 })

  expect(rows.flatMap((row) => (row.kind === 'free' ? [[row.from, row.minutes]] : []))).toEqual(free)
})

test.each([
  ['from 7 to 22', { opensAt: '09:00', closesAt: '14:00' }, '0 0 900 16', ['120', '300']],
  ['as far as the hours reach', { opensAt: '06:00', closesAt: '23:30' }, '0 0 1050 16', ['0', '1050']],
])('the bar of a day goes %s', (_, interval, viewBox, place) => {
  const { container } = render(<DayBar intervals={[interval]} before={[]} />)
  const [bar] = container.querySelectorAll('.hours-bar-open')

  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe(viewBox)
  expect([bar?.getAttribute('x'), bar?.getAttribute('width')]).toEqual(place)
})
