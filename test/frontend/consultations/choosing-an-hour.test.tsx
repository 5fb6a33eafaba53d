import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { stubOwnConsultations } from '../../support/own-consultations.ts'
import { stubSlots } from '../../support/slot-weeks.ts'

const CHOOSE = 'POST /slots/proposals/choose'
const startsAt = '2026-12-01T10:00:00.000Z'
const late = '2026-12-08T10:00:00.000Z'
const proposals = {
  orderId: 'ord_aaaaaaaa',
  state: 'open',
  concept: 'Primera consulta',
  durationMinutes: 30,
  round: 1,
  slots: [startsAt, late],
  earlier: [],
  scheduledAt: null,
  rules: ['Puedes cambiar o cancelar tu consulta gratis hasta 24 horas antes. Después, escríbenos.'],
  earlyStartUntil: '2026-12-05T23:00:00.000Z',
  asked: 'free',
} as const

beforeEach(() => {
  vi.setSystemTime('2026-11-25T09:00:00.000Z')
  fakeApi.answer('POST /slots/proposals', proposals)
  fakeApi.answer(CHOOSE, { ...proposals, state: 'scheduled', scheduledAt: startsAt, slots: [], asked: null })
})

const open = (hour: string) => openProductPath(`/elegir-hora#token=${'A'.repeat(43)}&hora=${encodeURIComponent(hour)}`)
const confirm = () => screen.findByRole('button', { name: 'Confirmar esta hora' })

test('an hour within the 14 days is chosen with the express request, which nobody is given ticked', async () => {
  const person = open(startsAt)
  await person.click(await confirm())

  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Pido tener la consulta antes/ })
  expect(document.activeElement).toBe(box)
  expect(screen.getByText(/^Marca esta casilla .* a partir del domingo 6 de diciembre\.$/)).toBeDefined()
  expect(fakeApi.asked(CHOOSE)).toEqual([])
  await person.click(box)
  await person.click(await confirm())

  expect(await screen.findByRole('heading', { name: 'Tu cita está confirmada' })).toBeDefined()
  expect(fakeApi.asked(CHOOSE).map(({ body }) => body)).toMatchObject([
    { startsAt, consents: { expressRequest: true, acknowledgement: true } },
  ])
})

test('A-71 an hour within the 14 days asks for nothing that was given before', async () => {
  fakeApi.answer('POST /slots/proposals', { ...proposals, earlyStartUntil: null })
  const person = open(startsAt)
  await person.click(await confirm())

  await waitFor(() => expect(fakeApi.asked(CHOOSE).map(({ body }) => body)).toMatchObject([{ startsAt }]))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an hour after them asks for nothing', async () => {
  const person = open(late)
  await person.click(await confirm())

  await waitFor(() => expect(fakeApi.asked(CHOOSE).map(({ body }) => body)).toMatchObject([{ startsAt: late }]))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('A-20 a minor reads whose authorisation is missing, and the hour stays chosen', async () => {
  fakeApi.refuse(CHOOSE, 'guardian-consent-required')
  const person = open(late)
  await person.click(await confirm())

  expect((await screen.findByRole('alert')).textContent).toMatch(/^Eres menor de edad: .* en Ajustes\.$/)
  expect(await confirm()).toHaveProperty('disabled', false)
})

const refused = {
  ...proposals,
  state: 'with-practice',
  round: 2,
  slots: [],
  earlier: [startsAt, late],
  asked: null,
} as const
const openLink = () => openProductPath(`/elegir-hora#token=${'A'.repeat(43)}`)
const chosen = () => fakeApi.asked(CHOOSE).map(({ body }) => body)

test('A-70 who has refused by a slip sees the hours again, and chooses one', async () => {
  fakeApi.answer('POST /slots/proposals', { ...proposals, asked: null, slots: [late] })
  fakeApi.answer('POST /slots/proposals/refuse', { ...refused, earlier: [late] })
  const person = openLink()
  await person.click(await screen.findByRole('button', { name: 'Ninguna me viene bien' }))

  await screen.findByRole('heading', { name: 'Te escribimos nosotros' })
  await person.click(screen.getByRole('button', { name: 'Ver otra vez las horas' }))
  await person.click(screen.getByRole('button', { name: /8 de diciembre/ }))
  await person.click(await confirm())

  expect(await screen.findByRole('heading', { name: 'Tu cita está confirmada' })).toBeDefined()
  expect(chosen()).toMatchObject([{ startsAt: late }])
})

test('A-70 whoever no proposed hour suits picks any free one, a week at a time', async () => {
  const other = '2026-12-10T15:00:00.000Z'
  fakeApi.answer('POST /slots/proposals', refused)
  stubSlots({ '2026-12-10': ['16:00'] })
  const person = openLink()

  await person.click(await screen.findByRole('button', { name: 'Ver todas las horas libres' }))
  await person.click(screen.getByRole('button', { name: 'Semana siguiente' }))
  await person.click(screen.getByRole('button', { name: 'Semana siguiente' }))
  await person.click(
    within(await screen.findByRole('region', { name: 'jueves, 10 de diciembre' })).getByRole('button', {
      name: /^16:00/,
    }),
  )
  await person.click(await confirm())

  await waitFor(() => expect(chosen()).toMatchObject([{ startsAt: other }]))
})

test('of a free hour that went meanwhile the page says so, and shows the others', async () => {
  fakeApi.answer('POST /slots/proposals', refused)
  fakeApi.refuse(CHOOSE, 'slot-taken')
  const person = openLink()
  await person.click(await screen.findByRole('button', { name: 'Ver otra vez las horas' }))
  await person.click(screen.getByRole('button', { name: /8 de diciembre/ }))
  await person.click(await confirm())

  expect((await screen.findByRole('alert')).textContent).toBe('Esa hora ya no está libre. Elige otra.')
  expect(screen.getByRole('button', { name: /1 de diciembre/ })).toBeDefined()
})

test('an hour of the mail that is still free is asked about although the others were refused', async () => {
  fakeApi.answer('POST /slots/proposals', { ...refused, asked: 'free' })

  open(late)

  expect(await confirm()).toBeDefined()
})

test('the hours of the round before can be seen again with the new ones', async () => {
  const other = '2026-12-09T10:00:00.000Z'
  fakeApi.answer('POST /slots/proposals', { ...proposals, asked: null, round: 2, slots: [other], earlier: [late] })
  const person = openLink()
  await person.click(await screen.findByRole('button', { name: 'Ver otra vez las de antes' }))

  const hours = within(screen.getByRole('list', { name: 'Horas propuestas' })).getAllByRole('button')
  expect(hours.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^martes, 8 de diciembre/) as string,
    expect.stringMatching(/^miércoles, 9 de diciembre/) as string,
  ])
})

test('A-70 the panel offers the same hours to a client whom none suited', async () => {
  stubOwnConsultations([])
  fakeApi.answer('GET /consultations/mine/next', {
    consultation: null,
    toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z' },
    freeRequests: false,
  })
  fakeApi.answer('GET /consultations/mine/proposals', { proposals: refused })
  fakeApi.answer('POST /consultations/mine/proposals/ord_aaaaaaaa/choose', { ...refused, state: 'scheduled' })
  const person = openProductPath('/client?tab=consultations')
  await person.click(await screen.findByRole('button', { name: 'Ver otra vez las horas' }))
  await person.click(screen.getByRole('button', { name: /8 de diciembre/ }))
  await person.click(await confirm())

  expect(await screen.findByText('Cita confirmada')).toBeDefined()
})

test('a failed choice is told at once, and not once the hours have been read again', async () => {
  fakeApi.answer('POST /slots/proposals', proposals)
  fakeApi.fail(CHOOSE, 500)
  const person = open(late)
  const button = await confirm()
  fakeApi.hold('POST /slots/proposals', proposals)
  await person.click(button)

  expect((await screen.findByRole('alert')).textContent).toMatch(/^Algo ha fallado en nuestro servidor/)
})
