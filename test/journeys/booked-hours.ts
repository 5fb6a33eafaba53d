import type { Page } from 'playwright-core'
import { apiContract } from '#contract/api'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import type { OpeningHours } from '#contract/opening-hours'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { readProductClock } from '../support/local-console.ts'
import { laptopViewport, type VisitorOptions } from '../support/visitor.ts'
import { getAdministratorSession } from './admin.ts'
import { signInNewBuyer } from './clients.ts'
import { listFreeHours } from './hours.ts'

export const coming = (page: Page) => page.getByRole('region', { name: 'Próximas consultas' }).getByRole('listitem')

export async function changeOpeningHours(change: (hours: OpeningHours) => Partial<OpeningHours>): Promise<void> {
  const { token } = await getAdministratorSession()
  const { readOpeningHours, changeOpeningHours: write } = apiContract.consultations
  const { openingHours, version } = await callEndpointOverHttp(readOpeningHours, {}, { token })
  await callEndpointOverHttp(write, { body: { ...openingHours, ...change(openingHours), version } }, { token })
}

/** Beyond 14 days, so that no early start has to be requested. */
export async function aBuyerWithAnHour({
  weeksAhead = 3,
  size = laptopViewport,
  ...options
}: VisitorOptions & { readonly weeksAhead?: number } = {}) {
  const [startsAt = ''] = await listFreeHours(weeksAhead)
  const buyer = await signInNewBuyer({ ...options, size, startsAt })
  await buyer.page.goto('/client?tab=consultations')
  await hourOf(buyer.page, startsAt).waitFor()
  return { ...buyer, startsAt }
}

export const hourOf = (page: Page, startsAt: string) => coming(page).locator(`time[datetime="${startsAt}"]`).first()

/** Closes the practice for a week. @returns its Monday */
export async function closeWeek(weeksAhead: number): Promise<string> {
  const from = addDays(mondayOf(toPracticeDay(await readProductClock())), 7 * weeksAhead)
  await changeOpeningHours(({ closures }) => ({
    closures: [...closures, { from, to: addDays(from, 6), reason: 'Congreso' }],
  }))
  return from
}
