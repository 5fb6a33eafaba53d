import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultOpeningHours, type OpeningHours } from '#contract/opening-hours'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleUpcomingConsultation, stubOpeningHours } from '../../support/opening-hours-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const CHANGE = 'PUT /opening-hours'
const sentHours = () => fakeApi.asked(CHANGE).at(-1)?.body as OpeningHours & { version: number }

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function atTheHours(setup: Parameters<typeof stubOpeningHours>[0] = {}) {
  stubOpeningHours(setup)
  const person = openProductPath('/admin/horario')
  await screen.findByRole('heading', { name: 'Semana' })
  const fill = async (label: string, text: string) => {
    await person.clear(field(label))
    if (text) await person.type(field(label), text)
    await person.tab()
  }
  const press = (name: string | RegExp) => person.click(screen.getByRole('button', { name }))
  return { fill, press, save: () => press('Guardar horario') }
}

const savedAs = (hours: Partial<OpeningHours>, version = 1) =>
  fakeApi.answer(CHANGE, { openingHours: { ...defaultOpeningHours, ...hours }, version, items: [] })

describe('A-70 the page of the opening hours', () => {
  test('is reached from the agenda', async () => {
    stubOpeningHours()
    const person = openProductPath('/admin')

    await person.click(await screen.findByRole('link', { name: 'Horario de la consulta' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Horario de la consulta' })).toBeTruthy()
  })

  test('shows what is stored, and what the rules come to in words', async () => {
    await atTheHours()

    expect(field('Lunes, tramo 2: cierra').value).toBe('19:00')
    expect(within(screen.getByRole('listitem', { name: 'Domingo' })).getByText('Cerrado')).toBeTruthy()
    expect(field('Primera consulta: duración en minutos').value).toBe('30')
    expect(screen.getByText(/40 h abiertas a la semana/)).toBeTruthy()
    expect(screen.getByText(/el primer hueco para una primera consulta/).textContent).toContain(
      'lunes, 23 de noviembre, 9:00',
    )
    expect(screen.getByText('Nada por guardar.')).toBeTruthy()
  })

  test('keeps what is changed while it is being saved, for the next time', async () => {
    const { fill, save } = await atTheHours()
    const openingHours = { ...defaultOpeningHours, roomUrl: 'https://meet.example/uno' }
    const arrive = fakeApi.hold(CHANGE, { openingHours, version: 1, items: [] })
    await fill('Enlace de la sala', 'https://meet.example/uno')
    await save()
    await fill('Primera consulta: duración en minutos', '45')

    arrive()

    expect(await screen.findByText('Horario guardado')).toBeTruthy()
    expect(field('Primera consulta: duración en minutos').value).toBe('45')
    expect(field('Enlace de la sala').value).toBe('https://meet.example/uno')
    savedAs({}, 2)
    await save()
    await waitFor(() => expect(sentHours()).toMatchObject({ version: 1, roomUrl: 'https://meet.example/uno' }))
    expect(sentHours().types.primera_consulta.durationMinutes).toBe(45)
  })

  test('takes a room of https alone, offers to try it, and sends none where it is emptied', async () => {
    const room = 'https://meet.example/habitat'
    const { fill, save } = await atTheHours({ openingHours: { ...defaultOpeningHours, roomUrl: room } })
    savedAs({})
    expect(screen.getByRole('link', { name: /^Probar la sala/ }).getAttribute('href')).toBe(room)

    await fill('Enlace de la sala', 'http://meet.example/habitat')
    await save()
    expect(await screen.findByText(/Escribe la dirección completa de la sala/)).toBeTruthy()
    expect(fakeApi.asked(CHANGE)).toEqual([])
    await fill('Enlace de la sala', '')
    await save()

    await waitFor(() => expect(sentHours()).toBeDefined())
    expect(sentHours()).not.toHaveProperty('roomUrl')
  })

  test('takes short times, an interval more and one less, and sends the whole with its version', async () => {
    const { fill, press, save } = await atTheHours()
    savedAs({})

    await fill('Jueves, tramo 2: cierra', '1830')
    await press('Quitar el tramo 2 del viernes')
    await press(/^Abrir ?el sábado/)
    await fill('Sábado, tramo 1: abre', '10')
    expect(screen.getByText(/jueves, viernes, sábado\./).textContent).toContain('3 cambios sin guardar')
    await save()

    await waitFor(() => expect(fakeApi.asked(CHANGE)).toHaveLength(1))
    expect(sentHours()).toEqual({
      ...defaultOpeningHours,
      thursday: [defaultOpeningHours.thursday[0], { opensAt: '16:00', closesAt: '18:30' }],
      friday: [defaultOpeningHours.friday[0]],
      saturday: [{ opensAt: '10:00', closesAt: '14:00' }],
      version: 0,
    })
    expect(await screen.findByText('Nada por guardar.')).toBeTruthy()
  })

  test('says what is no setting at its field, and sends nothing', async () => {
    const { fill, save } = await atTheHours()

    await fill('Lunes, tramo 2: abre', '13:00')
    await fill('Martes, tramo 1: cierra', '8:00')
    await fill('Primera consulta: duración en minutos', '15')
    await save()

    await waitFor(() => expect(document.activeElement).toBe(field('Lunes, tramo 2: abre')))
    for (const text of [
      'Tiene que ser después de las 14:00, cuando cierra el tramo anterior',
      'El cierre tiene que ser después de la apertura',
      'No puede durar menos de los 30 minutos que se venden',
    ])
      expect(screen.getByText(text)).toBeTruthy()
    expect(fakeApi.asked(CHANGE)).toEqual([])
  })

  test('lists which consultations the hours that are typed leave out, before they are saved', async () => {
    const { fill } = await atTheHours({ items: [sampleUpcomingConsultation] })
    expect(screen.queryByText(/queda fuera/)).toBeNull()

    await fill('Jueves, tramo 2: cierra', '18:00')

    const section = within(screen.getByRole('region', { name: 'Una consulta queda fuera del horario' }))
    expect(section.getByRole('link', { name: 'Lucía Ferrer Gil' }).getAttribute('href')).toBe('/client/cus_aaaaaaaa')
    expect(section.getByRole('link', { name: /Ver en la agenda/ }).getAttribute('href')).toBe(
      '/admin?month=2026-12&day=2026-12-03',
    )
    expect(screen.getByRole('button', { name: 'Deja fuera 1 consulta' })).toBeTruthy()
  })

  test('keeps the press that leaves a field in its place: what is listed above comes after it', async () => {
    await atTheHours({ items: [sampleUpcomingConsultation] })
    fireEvent.change(field('Jueves, tramo 2: cierra'), { target: { value: '1730' } })
    field('Jueves, tramo 2: cierra').focus()

    fireEvent.mouseDown(screen.getByRole('button', { name: /Navidad/ }))
    field('Jueves, tramo 2: cierra').blur()
    expect(field('Jueves, tramo 2: cierra').value).toBe('1730')
    fireEvent.mouseUp(document)

    await waitFor(() => expect(field('Jueves, tramo 2: cierra').value).toBe('17:30'))
  })

  test('offers the national holidays that are open days, and one press closes one', async () => {
    const { press, save } = await atTheHours()
    savedAs({})
    const offered = screen.getByRole('list', { name: 'Festivos nacionales sin añadir' })
    // 6 December is a Sunday.
    expect(within(offered).queryByText(/Constitución/)).toBeNull()

    await press(/Inmaculada Concepción/)
    expect(within(offered).queryByText(/Inmaculada/)).toBeNull()
    await save()

    await waitFor(() => expect(fakeApi.asked(CHANGE)).toHaveLength(1))
    expect(sentHours().closures).toEqual([{ from: '2026-12-08', to: '2026-12-08', reason: 'Inmaculada Concepción' }])
  })

  test('says how many of each type fit a day, and one press gives up a pause that takes hours for nothing', async () => {
    const { press, save } = await atTheHours()
    savedAs({})
    const lineOf = (label: string) => within(field(label).closest('li') ?? document.body)
    const first = lineOf('Primera consulta: pausa en minutos')
    expect(first.getByText(/^Caben 8 al día; sin pausa, 16\./)).toBeTruthy()
    expect(lineOf('Seguimiento: pausa en minutos').getByText(/^Caben 5 al día; sin pausa, 8\./)).toBeTruthy()

    await press('Sin pausa en Primera consulta')

    expect(field('Primera consulta: pausa en minutos').value).toBe('0')
    expect(document.activeElement).toBe(field('Primera consulta: pausa en minutos'))
    expect(first.getByText('Caben 16 al día.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sin pausa en Primera consulta' })).toBeNull()
    await save()
    await waitFor(() => expect(fakeApi.asked(CHANGE)).toHaveLength(1))
    expect(sentHours().types).toEqual({
      ...defaultOpeningHours.types,
      primera_consulta: { durationMinutes: 30, pauseMinutes: 0 },
    })
  })

  test('offers starts that suit a pause, and one press sets them', async () => {
    const { fill, press, save } = await atTheHours()
    savedAs({})
    expect(screen.getByText(/^Se pierden huecos: las horas se ofrecen cada 30 minutos/)).toBeTruthy()
    expect(screen.getByText('Primera consulta, cada 45 minutos y con la misma pausa: caben 11 al día.')).toBeTruthy()

    await press('Ofrecer horas cada 45 minutos')

    expect(screen.getByLabelText<HTMLSelectElement>('Las horas se ofrecen').value).toBe('45')
    expect(document.activeElement).toBe(screen.getByLabelText('Las horas se ofrecen'))
    expect(screen.getByText('Caben 11 al día.')).toBeTruthy()
    await fill('Viernes, tramo 2: cierra', '17:00')
    expect(screen.getByText('Caben de 8 a 11 al día.')).toBeTruthy()
    await save()
    await waitFor(() => expect(fakeApi.asked(CHANGE)).toHaveLength(1))
    expect(sentHours().startEveryMinutes).toBe(45)
  })

  test('of two who change the hours, the second keeps what they typed on top of what the first saved', async () => {
    const { fill, save } = await atTheHours()
    await fill('Lunes, tramo 1: abre', '10:00')
    fakeApi.refuse(CHANGE, 'changed-meanwhile')
    stubOpeningHours({ openingHours: { ...defaultOpeningHours, noticeHours: 48 }, version: 7 })
    await save()

    expect(await screen.findByText(/Otra persona ha guardado el horario/)).toBeTruthy()
    await waitFor(() => expect(field('Antelación mínima en horas').value).toBe('48'))
    expect(field('Lunes, tramo 1: abre').value).toBe('10:00')
    savedAs({}, 8)
    await save()

    await waitFor(() => expect(fakeApi.asked(CHANGE)).toHaveLength(2))
    expect(sentHours()).toMatchObject({ version: 7, noticeHours: 48, monday: [{ opensAt: '10:00' }, {}] })
  })

  test('takes back what was typed when that is wanted', async () => {
    const { fill, press } = await atTheHours()
    await fill('Lunes, tramo 1: abre', '10:00')

    await press('Descartar')

    expect(field('Lunes, tramo 1: abre').value).toBe('09:00')
    expect(screen.getByText('Nada por guardar.')).toBeTruthy()
  })
})
