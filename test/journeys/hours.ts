import type { Page } from 'playwright-core'
import { isWithinWithdrawal } from '#contract/cancellation-rules'
import { PRODUCT_SLUG } from '#contract/product'
import { readProductClock } from '../support/local-console.ts'

/** In weeks of their own: the visitors of one provider hold few hours of a day at once. */
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

/** @returns when the hour begins, which is held now */
export async function pickHour(page: Page, weeksAhead: number): Promise<string> {
  await page.goto('/comprar')
  await page.getByRole('button', { name: 'Elegir día y hora' }).click()
  await (await showWeek(page, weeksAhead)).first().click()
  await page.getByRole('timer').waitFor()
  const held = await page.evaluate((key) => sessionStorage.getItem(key), `${PRODUCT_SLUG}:held-slot`)
  return (JSON.parse(held ?? '{}') as { startsAt: string }).startsAt
}

/** As the page asks for, of an hour within the 14 days in which a purchase can be withdrawn from. */
export async function askForEarlyStart(page: Page, startsAt: string): Promise<void> {
  if (!isWithinWithdrawal(startsAt, await readProductClock())) return
  await page.getByRole('checkbox', { name: /^Pido tener la consulta antes/ }).check()
}
