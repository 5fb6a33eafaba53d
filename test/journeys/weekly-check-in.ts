import type { Page } from 'playwright-core'
import { toPracticeDay, weekdayOf } from '#contract/calendar-days'
import { readProductClock, sendConsoleCommand } from '../support/local-console.ts'

/** The week is asked for from Thursday on. */
export async function toFriday(): Promise<void> {
  const day = toPracticeDay(await readProductClock())
  const days = (5 - weekdayOf(day) + 7) % 7
  if (days > 0) await sendConsoleCommand('clock', { advance: `P${days}D` })
}

/** With arrow keys only: `right` steps from the first radio button. */
export async function tellWeek(page: Page, right: number, note: string): Promise<void> {
  const week = page.getByRole('form', { name: 'Cómo va tu semana' })
  for (const item of ['Hinchazón', 'Energía', 'Sueño', 'Ánimo']) {
    await week.getByRole('radiogroup', { name: item }).getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    for (let step = 0; step < right; step++) await page.keyboard.press('ArrowRight')
  }
  await week.getByLabel('Algo que quieras contar (opcional)').fill(note)
}
