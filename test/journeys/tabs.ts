import type { Locator, Page } from 'playwright-core'
import { waitUntilLoaded } from '../support/loading-parts.ts'

const tabs = (page: Page) => page.locator('.tab-links a')

async function arrived(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await waitUntilLoaded(page)
}

async function nameOf(tab: Locator): Promise<string> {
  const marks = await tab.locator('.tab-mark').allInnerTexts()
  return marks.reduce((name, mark) => name.replace(mark, ''), await tab.innerText()).trim()
}

export async function openEachTab(page: Page, look: () => Promise<void>): Promise<readonly string[]> {
  const names: string[] = []
  await tabs(page).first().waitFor()
  await arrived(page)
  for (const tab of await tabs(page).all()) {
    names.push(await nameOf(tab))
    await tab.click()
    // The previous tab stays visible until the next one's code is loaded.
    await page.locator(`.tab-links a[href="${await tab.getAttribute('href')}"][aria-current=page]`).waitFor()
    await arrived(page)
    await look()
  }
  return names
}
