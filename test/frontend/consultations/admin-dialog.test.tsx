import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Consultation } from '#contract/consultation'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  chooseRowAction,
  askToSchedule,
  createAdminConsultation,
  sampleOrderToSchedule,
  stubAdminAgenda,
} from '../../support/admin-app.ts'

const one = 'customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'
const booking = 'POST /consultations'
const editing = `PUT /${one}`

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

type Person = ReturnType<typeof openProductPath>

async function newDialog(person: Person) {
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  return within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
}
type Dialog = Awaited<ReturnType<typeof newDialog>>

async function chooseClient(person: Person, dialog: Dialog) {
  await person.type(dialog.getByRole('combobox', { name: 'Cliente' }), 'luc')
  await person.click(await dialog.findByRole('option', { name: /Lucía Ferrer Gil/ }))
}

async function fillIn(person: Person, dialog: Dialog, { day = '2026-12-10', time = '10:30' } = {}) {
  await chooseClient(person, dialog)
  await person.type(dialog.getByLabelText('Fecha'), day)
  await person.type(dialog.getByLabelText('Hora'), time)
}

const send = (person: Person, dialog: Dialog) =>
  person.click(dialog.getByRole('button', { name: 'Programar consulta' }))

const valueOf = (dialog: Dialog, label: string | RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value

describe('ADM-14 a new consultation', () => {
  test('ADM-17 wants client, date and time', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)

    await send(person, dialog)

    expect(await dialog.findByText('Por favor completa todos los campos obligatorios')).toBeDefined()
    expect(await dialog.findByText('Elige un cliente')).toBeDefined()
    expect(await dialog.findByText('Indica el día')).toBeDefined()
    expect(await dialog.findByText('Indica la hora')).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])
  })

  test('an hour off the quarters gets its own sentence', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog, { time: '10:10' })

    await send(person, dialog)

    expect((await dialog.findByRole('alert')).textContent).toBe(
      'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
    )
    expect(dialog.queryByText('Por favor completa todos los campos obligatorios')).toBeNull()
    expect(fakeApi.asked(booking)).toEqual([])
  })

  test('ADM-21 A-37 the hour that a spring night skips is refused with a sentence, and the one after it is not', async () => {
    stubAdminAgenda()
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog, { day: '2027-03-28', time: '02:30' })

    await send(person, dialog)
    expect((await dialog.findByRole('alert')).textContent).toMatch(/esa hora no existe/)
    expect(fakeApi.asked(booking)).toEqual([])
    await person.clear(dialog.getByLabelText('Hora'))
    await person.type(dialog.getByLabelText('Hora'), '03:00')
    await send(person, dialog)

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)[0]?.body).toMatchObject({ startsAt: '2027-03-28T01:00:00.000Z' })
  })

  test('ADM-18 ADM-19 ADM-20 LIM-10 is general and an hour long, and its price goes by cents', async () => {
    stubAdminAgenda()
    const dialog = await newDialog(openProductPath('/admin'))

    const types = within(dialog.getByLabelText('Tipo')).getAllByRole('option')
    expect(types.map((option) => option.getAttribute('value'))).toEqual([
      'general',
      'seguimiento',
      'primera_consulta',
      'revision',
    ])
    expect(valueOf(dialog, 'Tipo')).toBe('general')
    const duration = dialog.getByLabelText<HTMLInputElement>('Duración (minutos)')
    expect([duration.value, duration.min, duration.step]).toEqual(['60', '15', '15'])
    expect(dialog.getByLabelText<HTMLInputElement>(/Precio/).step).toBe('0.01')
  })

  test('CON-02 has a price that may be left out, is not below zero and goes by cents', async () => {
    stubAdminAgenda()
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    const price = dialog.getByLabelText<HTMLInputElement>('Precio en euros (opcional)')
    expect([price.type, price.min, price.step, price.required]).toEqual(['number', '0', '0.01', false])
    await fillIn(person, dialog)
    await person.type(price, '-1')
    await send(person, dialog)
    expect(await dialog.findByText('Escribe un importe en euros, por ejemplo 60,50')).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])

    await person.clear(price)
    await send(person, dialog)

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)[0]?.body).toMatchObject({ priceCents: null })
  })

  test('A-36 a first consultation lasts half an hour, unless another duration was chosen', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    const type = dialog.getByLabelText('Tipo')

    await person.selectOptions(type, 'primera_consulta')
    expect(valueOf(dialog, /Duración/)).toBe('30')
    await person.selectOptions(type, 'revision')
    expect(valueOf(dialog, /Duración/)).toBe('60')
    await person.clear(dialog.getByLabelText(/Duración/))
    await person.type(dialog.getByLabelText(/Duración/), '45')
    await person.selectOptions(type, 'primera_consulta')

    expect(valueOf(dialog, /Duración/)).toBe('45')
  })

  test('ADM-16 ADM-19 ADM-21 DATA-24 CON-07 is sent as an instant; a duration that is no number is an hour', async () => {
    stubAdminAgenda()
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)
    await person.clear(dialog.getByLabelText(/Duración/))
    await person.type(dialog.getByLabelText(/Precio/), '60.5')
    await person.type(dialog.getByLabelText(/Notas/), 'Trae analítica')

    await send(person, dialog)

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking).map(({ body }) => body)).toMatchObject([
      {
        customerId: 'cus_aaaaaaaa',
        startsAt: '2026-12-10T09:30:00.000Z',
        durationMinutes: 60,
        type: 'general',
        priceCents: 6050,
        roomUrl: null,
        notes: 'Trae analítica',
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that is saved leaves nothing in the form for the next one', async () => {
    stubAdminAgenda()
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)
    await person.type(dialog.getByLabelText(/Notas/), 'Trae analítica')
    await send(person, dialog)
    await screen.findByText('Consulta programada')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const next = await newDialog(person)

    expect(valueOf(next, /Notas/)).toBe('')
    expect(next.queryByText(/^Hemos recuperado/)).toBeNull()
  })

  test('a paid order goes with its booking', async () => {
    stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    await askToSchedule(person)
    const dialog = within(screen.getByRole('dialog'))
    await person.type(dialog.getByLabelText('Fecha'), '2026-12-10')
    await person.type(dialog.getByLabelText('Hora'), '10:30')

    await send(person, dialog)

    await waitFor(() =>
      expect(fakeApi.asked(booking)[0]?.body).toMatchObject({
        customerId: 'cus_bbbbbbbb',
        orderId: 'ord_aaaaaaaa',
        type: 'primera_consulta',
        durationMinutes: 30,
        priceCents: 8000,
        roomUrl: null,
        notes: null,
      }),
    )
  })

  test('A-71 a kept payment is given an hour as what it paid for, at what was paid, and proposed none', async () => {
    const kept = { type: 'revision', durationMinutes: 45, amountCents: 6550, canPropose: false } as const
    stubAdminAgenda({ toSchedule: [{ ...sampleOrderToSchedule, ...kept }] })
    const person = openProductPath('/admin')
    await person.click(await screen.findByRole('button', { name: 'Agendar: Noa Vidal' }))
    const dialog = within(screen.getByRole('dialog'))

    expect(valueOf(dialog, 'Tipo')).toBe('revision')
    expect(valueOf(dialog, 'Duración (minutos)')).toBe('45')
    expect(valueOf(dialog, /^Precio/)).toBe('65.50')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Precio/).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /^(Proponer|Elegir) / })).toBeNull()
  })

  test('the client is found with the keyboard alone, and Escape closes the list before the dialog', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    const client = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' })

    await person.type(client, 'o')
    await dialog.findByRole('option', { name: /Noa Vidal/ })
    await person.keyboard('{Escape}')
    expect(dialog.queryByRole('option', { name: /Noa Vidal/ })).toBeNull()
    expect(screen.getByRole('dialog')).toBeDefined()
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}')

    expect(client.value).toBe('Noa Vidal')
    expect(fakeApi.asked(booking)).toEqual([])
  })

  test('the day that is looked at is proposed, unless it has passed', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin?month=2026-12&day=2026-12-09')

    expect(valueOf(await newDialog(person), 'Fecha')).toBe('2026-12-09')
  })

  test('ADM-24 that cannot be saved says why and keeps what was typed', async () => {
    stubAdminAgenda()
    fakeApi.unreachable(booking)
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)

    await send(person, dialog)

    expect(await dialog.findByText('No se pudo crear la consulta')).toBeDefined()
    expect(dialog.getByText(/^No hay conexión con el servidor/)).toBeDefined()
    expect(valueOf(dialog, 'Hora')).toBe('10:30')
  })

  test('what the server says of hour and price stands at hour and price', async () => {
    stubAdminAgenda()
    const problems = { startsAt: ['La hora no vale'], priceCents: ['El precio no vale'] }
    fakeApi.refuse(booking, 'invalid-input', problems)
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)

    await send(person, dialog)

    expect(await dialog.findByText('La hora no vale')).toBeDefined()
    expect(dialog.getByText('El precio no vale')).toBeDefined()
    const marked = ['Hora', /Precio/].map((label) => dialog.getByLabelText(label).getAttribute('aria-invalid'))
    expect(marked).toEqual(['true', 'true'])
    expect(dialog.queryByText('Por favor completa todos los campos obligatorios')).toBeNull()
  })

  test('A-37 in the past is refused in words that fit', async () => {
    stubAdminAgenda()
    fakeApi.refuse(booking, 'too-soon')
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog, { day: '2026-11-20' })

    await send(person, dialog)

    expect(await dialog.findByText('Esa hora ya ha pasado. Elige otra.')).toBeDefined()
  })

  test('A-37 over another says whom it meets and is booked only with a reason', async () => {
    const there = createAdminConsultation({ startsAt: '2026-12-10T09:00:00.000Z', customerName: 'Noa Vidal' })
    const free = createAdminConsultation({ consultationId: 'con_dddddddd', startsAt: '2026-12-10T08:15:00.000Z' })
    stubAdminAgenda({ month: [there, { ...free, durationMinutes: 60, customerName: 'Iria Sanz' }] })
    fakeApi.refuse(booking, 'slot-taken')
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)
    await send(person, dialog)
    expect(await dialog.findByText('10:00 h, Noa Vidal (60 min)')).toBeDefined()
    expect(dialog.queryByText(/Iria Sanz/)).toBeNull()
    const override = { name: 'Reservar de todos modos' }

    await person.click(dialog.getByRole('button', override))
    expect(await dialog.findByText('Explica el motivo')).toBeDefined()
    expect(fakeApi.asked(booking)).toHaveLength(1)
    fakeApi.answer(booking, createAdminConsultation())
    await person.type(dialog.getByLabelText('Motivo'), 'Es una urgencia')
    await person.click(dialog.getByRole('button', override))

    await screen.findByText('Consulta programada')
    const [first, second] = fakeApi.asked(booking).map(({ body }) => body as object)
    expect(second).toEqual({ ...first, override: { reason: 'Es una urgencia' } })
  })

  test('an hour that was not tried is not booked over', async () => {
    stubAdminAgenda()
    fakeApi.refuse(booking, 'slot-taken')
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await fillIn(person, dialog)
    await send(person, dialog)
    await dialog.findByRole('button', { name: 'Reservar de todos modos' })

    await person.clear(dialog.getByLabelText('Hora'))
    await person.type(dialog.getByLabelText('Hora'), '12:00')

    expect(dialog.queryByRole('button', { name: 'Reservar de todos modos' })).toBeNull()
  })

  test('what was typed is not thrown away without a question', async () => {
    stubAdminAgenda()
    const person = openProductPath('/admin')
    const dialog = await newDialog(person)
    await person.type(dialog.getByLabelText(/Notas/), 'Largo')

    await person.click(dialog.getByRole('button', { name: 'Cancelar' }))
    const question = within(await screen.findByRole('dialog', { name: 'Tienes cambios sin guardar' }))
    await person.click(question.getByRole('button', { name: 'Seguir editando' }))
    expect(valueOf(dialog, /Notas/)).toBe('Largo')
    await person.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await person.click(screen.getByRole('button', { name: 'Descartar cambios' }))

    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

async function editDialog(person: Person) {
  await chooseRowAction(person, 'Editar')
  return within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))
}
const save = (person: Person, dialog: Dialog) => person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

async function whileSomebodySaves(theirs: Partial<Consultation>) {
  stubAdminAgenda({ coming: [createAdminConsultation()] })
  fakeApi.refuse(editing, 'changed-meanwhile')
  fakeApi.answer(`GET /${one}`, createAdminConsultation({ version: 4, ...theirs }))
  const person = openProductPath('/admin')
  const dialog = await editDialog(person)
  await person.clear(dialog.getByLabelText('Hora'))
  await person.type(dialog.getByLabelText('Hora'), '12:00')
  await save(person, dialog)
  await dialog.findByText('Otra persona ha cambiado esta consulta mientras la editabas.')
  return { person, dialog }
}

describe('ADM-14 changing a consultation', () => {
  test('CON-07 DATA-24 begins with what it is, and says on which version it rests', async () => {
    stubAdminAgenda({ coming: [createAdminConsultation({ type: 'urgente' })] })
    fakeApi.answer(editing, createAdminConsultation({ version: 4 }))
    const person = openProductPath('/admin')
    const dialog = await editDialog(person)
    expect(['Fecha', 'Hora', 'Tipo', /Duración/, /Precio/, /Notas/].map((label) => valueOf(dialog, label))).toEqual([
      '2026-12-01',
      '11:00',
      'urgente',
      '60',
      '60.50',
      'Trae analítica',
    ])

    await person.clear(dialog.getByLabelText(/Precio/))
    await save(person, dialog)

    expect(await screen.findByText('Consulta actualizada')).toBeDefined()
    expect(fakeApi.asked(editing).map(({ body }) => body)).toEqual([
      {
        startsAt: '2026-12-01T10:00:00.000Z',
        durationMinutes: 60,
        type: 'urgente',
        priceCents: null,
        roomUrl: null,
        notes: 'Trae analítica',
        version: 3,
      },
    ])
  })

  test('ADM-24 that cannot be saved says why', async () => {
    stubAdminAgenda({ coming: [createAdminConsultation()] })
    fakeApi.fail(editing, 500)
    const person = openProductPath('/admin')
    const dialog = await editDialog(person)

    await save(person, dialog)

    expect(await dialog.findByText('No se pudo actualizar la consulta')).toBeDefined()
    expect(dialog.getByText(/^Algo ha fallado en nuestro servidor/)).toBeDefined()
  })

  test('that somebody else changed first shows their change, keeps what was typed, and saves both', async () => {
    const { person, dialog } = await whileSomebodySaves({ notes: 'Ayunas', startsAt: '2026-12-02T15:00:00.000Z' })
    const changes = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(changes).toEqual([
      'Fecha y hora: miércoles, 2 de diciembre, 16:00 h (el formulario conserva lo tuyo)',
      'Notas: Ayunas (ya está en el formulario)',
    ])
    expect([valueOf(dialog, 'Fecha'), valueOf(dialog, 'Hora')]).toEqual(['2026-12-01', '12:00'])
    expect(valueOf(dialog, /Notas/)).toBe('Ayunas')

    fakeApi.answer(editing, createAdminConsultation({ version: 5 }))
    await save(person, dialog)

    expect(await screen.findByText('Consulta actualizada')).toBeDefined()
    expect(fakeApi.asked(editing)[1]?.body).toMatchObject({
      startsAt: '2026-12-01T11:00:00.000Z',
      notes: 'Ayunas',
      version: 4,
    })
  })

  test('that somebody else changed first can be given up for theirs', async () => {
    const { person, dialog } = await whileSomebodySaves({ startsAt: '2026-12-02T15:00:00.000Z' })

    await person.click(dialog.getByRole('button', { name: 'Descartar lo mío' }))

    expect([valueOf(dialog, 'Fecha'), valueOf(dialog, 'Hora')]).toEqual(['2026-12-02', '16:00'])
    expect(dialog.queryByText(/^Otra persona/)).toBeNull()
  })

  test('that somebody else removed can be saved as a new one', async () => {
    stubAdminAgenda({ coming: [createAdminConsultation()] })
    fakeApi.refuse(editing, 'not-found')
    fakeApi.answer(booking, createAdminConsultation())
    const person = openProductPath('/admin')
    const dialog = await editDialog(person)
    await save(person, dialog)
    expect(await dialog.findByText(/^Otra persona ha eliminado esta consulta/)).toBeDefined()

    await person.click(dialog.getByRole('button', { name: 'Guardar como nueva' }))

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked(booking)[0]?.body).toMatchObject({ customerId: 'cus_aaaaaaaa', notes: 'Trae analítica' })
  })
})
