import type { Page } from 'playwright-core'

/* Steps of explaining an analysis, in its dialog in the record. */

export async function writeAnalysis(page: Page, changes: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(changes)) await page.getByLabel(label, { exact: true }).fill(text)
}

export async function readAnalysisBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Repasar y publicar' }).click()
  await page.getByRole('dialog', { name: 'Repasa antes de publicar' }).waitFor()
}

export async function publishAnalysis(page: Page, words = 'Publicar para el cliente'): Promise<void> {
  await page.getByRole('button', { name: words }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
