import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { generateTotpCode } from '../support/browser-session.ts'
import { expectAccessiblePage } from '../support/visitor.ts'

export async function setUpTotp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Configurar TOTP' }).click()
  const shown = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await expectAccessiblePage(page)
  await page.getByLabel('Código de 6 dígitos').fill(generateTotpCode(secret))
  await page.getByRole('button', { name: 'Confirmar TOTP' }).click()
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(8)
  await page.getByRole('button', { name: 'Continuar' }).click()
  return { secret, codes: codes.map((code) => code.trim()) }
}
