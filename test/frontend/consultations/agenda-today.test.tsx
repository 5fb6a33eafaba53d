import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { BudgetAgreement } from '#contract/budgets'
import type { NoShowRule } from '#contract/cancellation-rules'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { createAgreement, createPublishedBudget } from '../../support/customer-budgets.ts'
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

async function askAboutAbsence(changes: Partial<BudgetAgreement>) {
  vi.setSystemTime('2026-11-24T09:12:00.000Z')
  const budgetId = 'bud_11111111-1111-4111-8111-111111111111'
  const hour = { startsAt: '2026-11-23T16:00:00.000Z', isPaid: true, isIncluded: true, budgetId, priceCents: null }
  const openingHours = { ...defaultOpeningHours, noShowRule: 'another-hour' } as const
  const agreement = createAgreement(changes)
  stubAdminAgenda()
  fakeApi.answer('GET /consultations/to-close', { items: [createAdminConsultation(hour)], next: null })
  fakeApi.answer('GET /opening-hours', { openingHours, version: 0, items: [] })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/budgets', {
    items: [createPublishedBudget({ state: 'accepted', budgetId, agreement }, { budgetId })],
  })
  const person = openProductPath('/admin/agenda')
  const part = within(await screen.findByRole('region', { name: 'Por cerrar' }))
  await person.click(await part.findByRole('button', { name: 'No asistió' }))
  return within(await screen.findByRole('dialog', { name: '¿No asistió a la consulta?' }))
}

test('A-73 an absence from an hour of a budget that has ended counts as used, with nothing to withdraw or to give back', async () => {
  const dialog = await askAboutAbsence({ noShowRule: 'refund', endedAt: '2026-11-20T09:00:00.000Z' })

  expect(await dialog.findByText(/Su presupuesto ya ha terminado: esta consulta cuenta como usada\.$/)).toBeDefined()
  expect(dialog.queryByText(/desistir|te la devolvemos/)).toBeNull()
})

test.each([
  ['another-hour', 'Si no te presentas a una consulta, cuenta como usada.'],
  [
    'refund',
    'Si no te presentas a una consulta, cuenta como usada; si después cancelas el presupuesto, te la devolvemos.',
  ],
] as const satisfies readonly (readonly [NoShowRule, string])[])(
  'A-73 an absence from an hour of a budget follows the rule that its client accepted (%s), whatever that of payments is now',
  async (noShowRule, rule) => {
    const dialog = await askAboutAbsence({ noShowRule })

    expect(await dialog.findByText(`Después vale la regla que leyó al aceptarlo: «${rule}»`)).toBeDefined()
    expect(dialog.queryByText(/otra hora con el mismo pago|que leyó al pagar/)).toBeNull()
  },
)
