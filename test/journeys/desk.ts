import type { Page } from 'playwright-core'
import { codeOf, demoAccount, linkIn, mailTo } from '../support/local-desk.ts'
import { aVisitor, laptop } from '../support/visitor.ts'
import { aPerson, signIn } from './buying.ts'
import { setUpTotp } from './second-factor.ts'

/** What a tab of the demo administrador holds once they have signed in. */
let kept: Record<string, string> | undefined

/** The demo administrador at their desk. They sign in once for each file of journeys: a code opens once in half a minute. */
export async function anAdministrator(): Promise<Page> {
  const page = await aVisitor({ size: laptop })
  if (kept) await page.addInitScript((storage) => Object.assign(window.sessionStorage, storage), kept)
  else await signInWithCode(page)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  kept ??= await page.evaluate(() => ({ ...window.sessionStorage }))
  return page
}

/** Another file of journeys may have used this half minute's code. */
export async function signInWithCode(page: Page, site?: string): Promise<void> {
  const account = await demoAccount('administrador', site)
  await signIn(page, account)
  for (const steps of [0, 1, -1]) {
    await page.getByLabel(/código/i).fill(codeOf(account, steps))
    await page.getByRole('button', { name: /verificar/i }).click()
    const inside = await page.waitForURL('**/admin', { timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (inside) return
  }
}

/** Somebody whom an administrador invites, with a browser of their own, at their desk. */
export async function aColleague(boss: Page): Promise<{ page: Page; email: string; password: string }> {
  const { email } = aPerson()
  const password = 'Direccion-2027'
  await boss.goto('/admin?tab=users')
  await boss.getByRole('button', { name: 'Crear usuario' }).click()
  await boss.getByRole('dialog').getByLabel('Email').fill(email)
  await boss.getByRole('button', { name: 'Enviar invitación' }).click()
  await boss.getByText('Invitación enviada').waitFor()
  const page = await aVisitor({ size: laptop })
  await page.goto(linkIn(await mailTo(email, /acceso/)))
  await page.getByLabel('Nombre', { exact: true }).fill('Elena')
  await page.getByLabel('Apellidos').fill('Prado')
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(password)
  await page.getByLabel(/(confirmar|repite)/i).fill(password)
  await page.getByRole('button', { name: /(cambiar|guardar|actualizar)/i }).click()
  await page.getByRole('button', { name: 'Configurar MFA Ahora (Obligatorio)' }).click()
  await setUpTotp(page)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  return { page, email, password }
}

/** The same page on a phone, for a moment. */
export async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await look()
  await page.setViewportSize(laptop)
}
