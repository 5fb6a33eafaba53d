import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  customerApiPath,
  openCustomerRecord,
  openSessionNotes,
  stubCustomerRecord,
  stubSessionNotes,
} from '../../support/record-app.ts'

const weeks = `GET ${customerApiPath}/check-ins` as const
const see = `PUT ${customerApiPath}/check-ins/seen` as const
const scores = { bloating: 2, energy: 3, sleep: 4, mood: 3 }
const latest = {
  week: '2026-11-16',
  ...scores,
  note: 'Peor tras cenar tarde',
  answeredAt: '2026-11-20T19:00:00.000Z',
  seenAt: null,
}

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
})

test('the record shows the weeks below the doses, with the lines, and notes that the latest was read', async () => {
  stubCustomerRecord()
  fakeApi.answer(weeks, { items: [latest, { ...latest, week: '2026-11-09', note: null }] })
  fakeApi.answer(`GET ${customerApiPath}/adherence/weeks`, { items: [{ week: '2026-11-16', due: 14, taken: 9 }] })
  fakeApi.answer(see, { seenAt: '2026-11-21T09:00:00.000Z' })
  openCustomerRecord('supplements')

  const card = within(await screen.findByRole('region', { name: 'Cómo le va cada semana' }))
  expect(await card.findByText('Peor tras cenar tarde')).toBeDefined()
  expect(card.getByRole('table', { name: 'Semana a semana', hidden: true }).textContent).toContain('9 de 14')
  await waitFor(() =>
    expect(fakeApi.asked(see).map(({ body }) => body)).toEqual([
      { week: '2026-11-16', answeredAt: '2026-11-20T19:00:00.000Z' },
    ]),
  )
})

test('once the latest was read, the list of what is to be done is asked for again', async () => {
  stubAdminAgenda()
  stubCustomerRecord()
  const worse = { customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer', at: latest.answeredAt } as const
  const task = { ...worse, kind: 'check-in-worse', percent: null, percentBefore: null } as const
  fakeApi.answer('GET /customers/tasks', { items: [task], more: false })
  fakeApi.answer(weeks, { items: [latest] })
  fakeApi.answer(see, () => {
    fakeApi.answer('GET /customers/tasks', { items: [], more: false })
    return { seenAt: '2026-11-21T09:00:00.000Z' }
  })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('link', { name: 'Ver semanas: Lucía Ferrer' }))
  await screen.findByText('Peor tras cenar tarde')
  await waitFor(() => expect(fakeApi.asked(see)).toHaveLength(1))

  window.history.back()

  await screen.findByRole('region', { name: 'Por hacer' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ver semanas: Lucía Ferrer' })).toBeNull())
})

test('what was read already is not noted again', async () => {
  stubCustomerRecord()
  fakeApi.answer(weeks, { items: [{ ...latest, seenAt: '2026-11-20T20:00:00.000Z' }] })
  openCustomerRecord('supplements')

  expect(await screen.findByText('Peor tras cenar tarde')).toBeDefined()
  expect(fakeApi.asked(see)).toEqual([])
})

test('a client who has told of nothing is said to have told of nothing', async () => {
  stubCustomerRecord()
  openCustomerRecord('supplements')

  expect(await screen.findByText('Todavía no ha contado ninguna semana.')).toBeDefined()
  expect(fakeApi.asked(see)).toEqual([])
})

test('where the weeks cannot be read the card says so, and asks again', async () => {
  stubCustomerRecord()
  fakeApi.refuse(weeks, 'too-many-attempts')
  const person = openCustomerRecord('supplements')
  const card = within(await screen.findByRole('region', { name: 'Cómo le va cada semana' }))
  const again = await card.findByRole('button', { name: 'Reintentar' })

  fakeApi.answer(weeks, { items: [{ ...latest, seenAt: '2026-11-20T20:00:00.000Z' }] })
  await person.click(again)

  expect(await card.findByText('Peor tras cenar tarde')).toBeDefined()
})

test('they stand beside the notes of a session too', async () => {
  stubSessionNotes()
  fakeApi.answer(weeks, { items: [{ ...latest, seenAt: '2026-11-20T20:00:00.000Z' }] })
  openSessionNotes()

  const beside = within(await screen.findByRole('region', { name: 'Semana a semana' }))
  expect(await beside.findByText('Peor tras cenar tarde')).toBeDefined()
})

test('beside the notes they are unread until somebody scrolls to them', async () => {
  stubSessionNotes()
  fakeApi.answer(weeks, { items: [latest] })
  fakeApi.answer(see, { seenAt: '2026-11-21T09:00:00.000Z' })
  openSessionNotes()
  const note = await screen.findByText('Peor tras cenar tarde')
  const part = screen.getByRole('region', { name: 'Semana a semana' }).querySelector('h2 + div') as HTMLElement
  expect(part.contains(note)).toBe(true)
  const place = vi.spyOn(part, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 700, 400, 600))
  fireEvent.scroll(window)
  expect(fakeApi.asked(see)).toEqual([])

  place.mockReturnValue(new DOMRect(0, 300, 400, 600))
  fireEvent.scroll(window)

  await waitFor(() => expect(fakeApi.asked(see)).toHaveLength(1))
})
