import type { Page } from 'playwright-core'

export const tabs = (page: Page) => page.locator('.tab-links a')

/** What a tab shows once nothing is on its way any more. */
export async function arrived(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page
    .getByText(/^(Cargando|Mirando|Comprobando)/)
    .first()
    .waitFor({ state: 'detached' })
}
