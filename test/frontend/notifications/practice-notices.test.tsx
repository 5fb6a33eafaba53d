import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const createdAt = '2026-11-21T09:00:01.000Z'
const notice = {
  noticeId: 'ntc_00000001',
  kind: 'request' as const,
  customer: { customerId: 'cus_00000001', name: 'Ana García' },
  startsAt: '2026-12-01T09:00:00.000Z',
  amountCents: null,
  toConfirm: null,
  happenedAt: '2026-11-21T09:00:00.000Z',
  createdAt,
  isNew: true,
}

function openNotices() {
  fakeApi.answer('GET /practice-notices', { items: [notice], next: null, mail: 'at-once' })
  fakeApi.answer('GET /practice-notices/unseen', { unseen: 1 })
  fakeApi.answer('POST /practice-notices/seen', { seenUntil: createdAt })
  fakeApi.answer('PUT /practice-notices/mail', { mail: 'daily' })
  signInAsRole('administrador')
  return openProductPath('/admin/novedades')
}

test('news say who did what and when, lead to the record, and are seen once they are shown', async () => {
  openNotices()

  const link = await screen.findByRole('link', { name: 'Ana García' })

  expect(link.getAttribute('href')).toBe('/client/cus_00000001')
  expect(screen.getByText(/pide cita para el martes 1 de diciembre a las 10:00: falta que la confirmes/)).toBeDefined()
  expect(screen.getByText('Nueva')).toBeDefined()
  await waitFor(() =>
    expect(fakeApi.asked('POST /practice-notices/seen')).toMatchObject([{ body: { seenUntil: createdAt } }]),
  )
})

test('news stand under their day by the clocks of the practice, each with its hour', async () => {
  openNotices()
  const late = { ...notice, noticeId: 'ntc_00000002', happenedAt: '2026-11-20T23:30:00.000Z' }
  const before = { ...notice, noticeId: 'ntc_00000003', happenedAt: '2026-11-20T22:30:00.000Z' }
  fakeApi.answer('GET /practice-notices', { items: [notice, late, before], next: null, mail: 'at-once' })

  const days = await screen.findAllByRole('heading', { level: 3 })

  expect(days.map(({ textContent }) => textContent)).toEqual(['sábado, 21 de noviembre', 'viernes, 20 de noviembre'])
  const hours = within(days[0]?.parentElement ?? document.body).getAllByRole('time')
  expect(hours.map(({ textContent }) => textContent)).toEqual(['10:00', '0:30'])
})

test.each([
  [true, /cambia su cita al martes 1 de diciembre a las 10:00: falta que la confirmes$/],
  [false, /cambia su cita al martes 1 de diciembre a las 10:00: queda confirmada, no tienes que hacer nada$/],
  [null, /cambia su cita al martes 1 de diciembre a las 10:00$/],
])('an hour that a client moves says whether it is to be confirmed: %s', async (toConfirm, words) => {
  openNotices()
  fakeApi.answer('GET /practice-notices', {
    items: [{ ...notice, kind: 'move', toConfirm }],
    next: null,
    mail: 'at-once',
  })

  expect(await screen.findByText(words)).toBeDefined()
})

test('an administrador chooses a daily digest', async () => {
  const person = openNotices()

  await person.selectOptions(await screen.findByLabelText('Avisos de la agenda'), 'Resumen diario')

  await waitFor(() => expect(fakeApi.asked('PUT /practice-notices/mail')).toMatchObject([{ body: { mail: 'daily' } }]))
})
