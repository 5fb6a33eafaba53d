import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/visitor.ts'

/** The code that an app with this secret shows `steps` half minutes from now. */
export const codeFor = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Goes through the three steps of the set-up. @returns the secret of the app and the recovery codes */
export async function setUpTotp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Configurar TOTP' }).click()
  const shown = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page)
  await page.getByLabel('Código de 6 dígitos').fill(codeFor(secret))
  await page.getByRole('button', { name: 'Confirmar TOTP' }).click()
  await page.getByRole('button', { name: 'Continuar' }).waitFor()
  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(8)
  await page.getByRole('button', { name: 'Continuar' }).click()
  return { secret, codes: codes.map((code) => code.trim()) }
}
