import type { Page } from 'playwright-core'

/** Agrees to the use of their health data, at the questionnaire. */
export async function agreeToHealthData(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Doy mi consentimiento explícito/ }).check()
  await page.getByRole('button', { name: 'Dar mi consentimiento' }).click()
  await page.getByLabel('Altura (cm)').waitFor()
}
