import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

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
  scheduledAt: null,
  withdrawalUntil: '2026-12-05T23:00:00.000Z',
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

test('an hour after them asks for nothing', async () => {
  const person = open(late)
  await person.click(await confirm())

  await waitFor(() => expect(fakeApi.asked(CHOOSE).map(({ body }) => body)).toMatchObject([{ startsAt: late }]))
  expect(screen.queryByRole('checkbox')).toBeNull()
})
