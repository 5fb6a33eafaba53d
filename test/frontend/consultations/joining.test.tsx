import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnConsultation } from '#contract/consultation'
import type { ConsultationRoom } from '#contract/consultation-room'
import { browserWindowActions } from '../../../frontend/src/ui/browser-window-actions.ts'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, paidCancellationOptions } from '../../support/own-consultations.ts'

const ROOM = 'https://meet.example/habitat'
const options = 'GET /consultations/mine/con_aaaaaaaa/options'
const room = 'GET /consultations/mine/con_aaaaaaaa/room'

const consultation = createOwnConsultation({ version: 1 })

const aRoom = (changes: Partial<ConsultationRoom> = {}): ConsultationRoom => ({
  state: 'open',
  startsAt: consultation.startsAt,
  durationMinutes: 60,
  opensAt: '2026-12-01T09:45:00.000Z',
  roomUrl: ROOM,
  ...changes,
})

function stubPanel(changes: Partial<OwnConsultation> = {}) {
  signInAsRole('cliente')
  const own = { ...consultation, ...changes }
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine', { items: [own], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 1, completed: 0, upcoming: 1 })
  fakeApi.answer('GET /consultations/mine/next', { consultation: own, toSchedule: null, freeRequests: true })
}

const openCard = async () => {
  openProductPath('/client?tab=settings')
  return within(await screen.findByRole('region', { name: /^Tu (próxima )?consulta$/ }))
}

describe('the card of the next consultation', () => {
  test.each([
    ['2026-11-28T09:00:00.000Z', 'faltan 3 días', 'el martes 1 a las 11:00'],
    ['2026-11-30T12:00:00.000Z', 'faltan 22 h', 'mañana a las 11:00'],
    ['2026-12-01T02:10:00.000Z', 'faltan 7 h 50 min', 'hoy a las 11:00'],
  ])('at %s says how long it is until then, and where the button will be', async (now, countdown, heading) => {
    vi.setSystemTime(now)
    stubPanel()

    const card = await openCard()

    expect(card.getByText(countdown)).toBeDefined()
    expect(card.getByText(heading)).toBeDefined()
    expect(card.getByText(/aparece aquí/).textContent).toMatch(/^Unirse aparece aquí .*a las 10:45 \(para ti, 4:45\)$/)
    expect(card.getByText('5:00 (hora de Nueva York)')).toBeDefined()
    expect(fakeApi.asked(room)).toEqual([])
  })

  test('says the price that the practice set and whether it is paid, and until when it may be changed for free', async () => {
    vi.setSystemTime('2026-11-28T09:00:00.000Z')
    stubPanel()

    const card = await openCard()

    expect(card.getByText('60 min · 60,00 €, pendiente de pago')).toBeDefined()
    expect(card.getByText(/gratis hasta el lunes 30 a las 11:00 \(para ti, 5:00\)/)).toBeDefined()
  })

  test.each([
    [
      'while it ends before the consultation',
      '2026-11-30T23:00:00.000Z',
      'puedes desistir y recuperar 80,00 € hasta el lunes 30 a las 23:59 (para ti, 17:59). Para otra hora, escríbenos',
    ],
    [
      'until the consultation',
      '2026-12-01T10:00:00.000Z',
      'puedes desistir y recuperar 80,00 € hasta que empiece. Para otra hora, escríbenos',
    ],
  ])('A-71 offers on the last day of a paid one the right of withdrawal first, %s', async (_, until, sentence) => {
    vi.setSystemTime('2026-11-30T12:00:00.000Z')
    stubPanel({ isPaid: true })
    fakeApi.answer(options, { ...paidCancellationOptions, mayMove: false, mayKeep: false, rule: 'withdrawal', until })

    const card = await openCard()

    const link = await card.findByRole('link', { name: /^desistir y recuperar/ })
    expect(link.getAttribute('href')).toBe('/client?tab=consultations')
    expect(link.parentElement?.textContent.replaceAll('\u00a0', ' ')).toContain(sentence)
  })

  test('says on the last day how to write and what to have at hand', async () => {
    vi.setSystemTime('2026-11-30T12:00:00.000Z')
    stubPanel({ isPaid: true })

    const card = await openCard()

    expect(card.getByText('60 min · 60,00 €, ya pagada')).toBeDefined()
    expect((await card.findByText(/Ten a mano los envases/)).textContent).toContain(
      'Si no puedes venir, escríbenos a hola@habitat.example.',
    )
    expect(card.queryByText(/gratis hasta/)).toBeNull()
  })

  test.each([
    ['2026-12-01T09:48:00.000Z', 'empieza en 12 min'],
    ['2026-12-01T10:30:00.000Z', 'en curso desde las 11:00'],
  ])('at %s opens the call beside itself, without saying from where', async (now, heading) => {
    vi.setSystemTime(now)
    stubPanel()
    fakeApi.answer(room, aRoom())

    const card = await openCard()

    const link = await card.findByRole('link', { name: /^Unirse a la videollamada/ })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      ROOM,
      '_blank',
      'noreferrer',
    ])
    expect(card.getByText(heading)).toBeDefined()
  })

  test('says when the address comes where the practice has set none', async () => {
    vi.setSystemTime('2026-12-01T09:50:00.000Z')
    stubPanel()
    fakeApi.answer(room, aRoom({ roomUrl: null }))

    const card = await openCard()

    expect(await card.findByText(/^Todavía no hemos puesto el enlace de la videollamada. Aparecerá aquí/)).toBeDefined()
  })

  test('CON-06 CLI-25 stays among those to come while it runs and until it is closed', async () => {
    vi.setSystemTime('2026-12-01T10:30:00.000Z')
    stubPanel({ status: 'in_progress' })
    fakeApi.answer(room, aRoom())

    openProductPath('/client?tab=consultations')

    const list = within(await screen.findByRole('region', { name: 'Próximas consultas' }))
    expect(await list.findByRole('link', { name: /^Unirse a la videollamada/ })).toBeDefined()
    expect(list.getByText('En curso')).toBeDefined()
  })
})

test('the address of the room is forgotten when the page with the card is left, and asked for at the return', async () => {
  vi.setSystemTime('2026-12-01T09:50:00.000Z')
  stubPanel()
  fakeApi.answer(room, aRoom())
  const person = openProductPath('/client?tab=settings')
  await screen.findByRole('link', { name: /^Unirse a la videollamada/ })
  await person.click(screen.getByRole('link', { name: /^Mensajes/ }))
  await screen.findByRole('heading', { level: 1, name: 'Mensajes' })
  const answer = fakeApi.hold(room, aRoom({ roomUrl: `${ROOM}-2` }))

  window.history.back()

  expect(await screen.findByRole('button', { name: 'Abriendo la sala...' })).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Unirse a la videollamada/ })).toBeNull()
  answer()
  const link = await screen.findByRole('link', { name: /^Unirse a la videollamada/ })
  expect(link.getAttribute('href')).toBe(`${ROOM}-2`)
})

const openJoinPage = () => openProductPath('/unirse/con_aaaaaaaa')

describe('the page to which mails lead', () => {
  const replaceWith = vi.spyOn(browserWindowActions, 'replaceWith')

  beforeEach(() => {
    vi.setSystemTime('2026-12-01T09:50:00.000Z')
    stubPanel()
    replaceWith.mockReset()
  })

  test('opens the room within the time', async () => {
    fakeApi.answer(room, aRoom())

    openJoinPage()

    await waitFor(() => expect(replaceWith.mock.calls).toEqual([[ROOM]]))
    expect(await screen.findByRole('link', { name: /^Unirse a la videollamada/ })).toBeDefined()
  })

  test.each([
    [
      'early',
      'Todavía no es la hora',
      /^La videollamada se abre 15 minutos antes, a las 10:45 \(para ti, 4:45\): el botón aparecerá aquí/,
    ],
    ['ended', 'Esta consulta ya ha terminado', /hola@habitat\.example/],
    ['cancelled', 'Esta consulta se canceló', /martes, 1 de diciembre/],
    ['unconfirmed', 'Todavía no hemos confirmado esta hora', /Te escribiremos/],
  ] as const)('says of a consultation that is %s: %s', async (state, title, text) => {
    fakeApi.answer(room, aRoom({ state, roomUrl: null }))

    openJoinPage()

    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(replaceWith).not.toHaveBeenCalled()
  })

  test('leads whoever stayed outside to a mail to the practice at one press', async () => {
    fakeApi.answer(room, aRoom({ state: 'ended', roomUrl: null }))

    openJoinPage()

    const address = await screen.findByRole('link', { name: 'hola@habitat.example' })
    expect(address.getAttribute('href')).toBe('mailto:hola@habitat.example')
  })

  test('shows whoever comes early the day and hour of the consultation', async () => {
    fakeApi.answer(room, aRoom({ state: 'early', roomUrl: null }))

    openJoinPage()

    expect(
      await screen.findByText('Tu consulta es el martes, 1 de diciembre, a las 11:00 (para ti, 5:00).'),
    ).toBeDefined()
  })

  test('says no more of somebody else’s than that it is none of theirs', async () => {
    fakeApi.refuse(room, 'not-found')

    openJoinPage()

    expect(await screen.findByRole('heading', { name: 'Esta consulta no está en tu agenda' })).toBeDefined()
  })
})

test('the practice joins from the row of the consultation, and is told where to set the room that is missing', async () => {
  vi.setSystemTime('2026-12-01T09:50:00.000Z')
  const ofCustomer = 'GET /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/room'
  stubAdminAgenda({ coming: [createAdminConsultation()] })
  fakeApi.answer(ofCustomer, aRoom({ roomUrl: null }))

  openProductPath('/admin?tab=consultations')

  expect(await screen.findByText(/^Sin sala/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'ponla' }).getAttribute('href')).toBe('/admin/horario')
})

test.each([
  ['/unirse/con_aaaaaaaa', /^Para unirte a tu videollamada, entra, o crea tu cuenta con el correo/],
  ['/client?tab=consultations', /^Para ver y cambiar tus consultas, entra, o crea tu cuenta con el correo/],
])('whoever follows a mail to %s without having signed in reads what for', async (path, sentence) => {
  openProductPath(path)

  expect(await screen.findByText(sentence)).toBeDefined()
})
