import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

test('in the strip of the week today is the current date, also while another day is shown', async () => {
  vi.setSystemTime('2026-11-24T09:12:00.000Z')
  stubAdminAgenda()
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
  openProductPath('/admin/agenda?view=day&day=2026-11-26')

  const days = within(await screen.findByRole('group', { name: 'Semana' })).getAllByRole('button')

  const current = days.filter((day) => day.hasAttribute('aria-current'))
  expect(current.map((day) => [day.getAttribute('aria-label'), day.getAttribute('aria-current')])).toEqual([
    ['M 24, martes, 24 de noviembre', 'date'],
  ])
  expect(screen.getByRole('button', { name: 'J 26, jueves, 26 de noviembre', pressed: true })).toBeDefined()
})
