import type { Page } from 'playwright-core'
import { apiContract } from '#contract/api'
import { addDays, mondayOf, toPracticeDay } from '#contract/calendar-days'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { readProductClock } from '../support/local-console.ts'

/** Each test uses its own week, because visitors of one provider can hold few hours of a day at once. */
export async function showWeek(page: Page, weeksAhead: number) {
  const hours = page.getByRole('group', { name: 'Hora' }).getByRole('button').filter({ visible: true })
  await hours.first().waitFor()
  for (let turned = 0; turned < weeksAhead; turned++) {
    const week = await page.getByRole('heading', { name: '–' }).innerText()
    await page.getByRole('button', { name: 'Semana siguiente' }).click()
    await page.getByRole('heading', { name: week }).waitFor({ state: 'detached' })
    await hours.first().waitFor()
  }
  return hours
}

/** @returns the start of the hour, which is then held */
export async function pickHour(page: Page, weeksAhead: number): Promise<string> {
  await page.goto('/comprar')
  await page.getByRole('button', { name: 'Elegir día y hora' }).click()
  const startsAt = (await (await showWeek(page, weeksAhead)).first().getAttribute('data-slot')) ?? ''
  // By its start: after a refetch the first hour may be another one.
  await page.locator(`[data-slot="${startsAt}"]`).filter({ visible: true }).click()
  await page.getByRole('timer').waitFor()
  return startsAt
}

export async function listFreeHours(weeksAhead: number): Promise<readonly string[]> {
  const week = addDays(mondayOf(toPracticeDay(await readProductClock())), 7 * weeksAhead)
  const query = { type: 'primera_consulta', week } as const
  const { days } = await callEndpointOverHttp(apiContract.freeSlots.listFreeSlots, { query })
  return days.flatMap(({ slots }) => slots)
}

export async function askForEarlyStart(page: Page, startsAt: string): Promise<void> {
  if (!isWithinWithdrawal(startsAt, await readProductClock())) return
  await page.getByRole('checkbox', { name: /^Pido tener la consulta antes/ }).check()
}
