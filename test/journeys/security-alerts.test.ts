import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { failSignInOverHttp } from '../support/browser-session.ts'
import { getDemoAccount, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport } from '../support/visitor.ts'
import { signInOnPage } from './buying.ts'
import { openInvitedAdministratorPage, openAdministratorPage, runAtPhoneSize } from './admin.ts'

const TOO_MANY = 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'

const alertsOf = (page: Page) => page.getByRole('region', { name: 'Alertas (24 h)' })
const rowOf = (page: Page, text: RegExp) => alertsOf(page).getByRole('listitem').filter({ hasText: text })

async function watch(page: Page): Promise<void> {
  await page.goto('/admin?tab=security')
  await alertsOf(page)
    .getByText(/Se actualiza solo/)
    .waitFor()
}

const isReportOfCode = (request: Request): boolean =>
  request.url().endsWith('/api/account/failed-sign-in') && /"stage":"code"/.test(request.postData() ?? '')

async function suppress(page: Page, button: RegExp, reason: string): Promise<void> {
  await alertsOf(page).getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').selectOption(reason)
  await expectAccessiblePage(page)
  await dialog.getByRole('button', { name: /^Suprimir/ }).click()
}

test('SEC-05 SEC-13 SEC-19 A-53 A-55 two administradores see a failed sign-in without reloading; one suppresses it for both, the other brings it back', async () => {
  const boss = await openAdministratorPage()
  const { page: colleague } = await openInvitedAdministratorPage()
  const client = await getDemoAccount('cliente')
  await Promise.all([boss, colleague].map(watch))

  await failSignInOverHttp(client.email)

  const failed = /Inicio de sesión fallido/
  await Promise.all([boss, colleague].map((page) => rowOf(page, failed).waitFor()))
  await rowOf(boss, /MediaInicio de sesión fallido.*Nueva/).waitFor()
  await boss.getByText(/^Alerta nueva, gravedad media: Inicio de sesión fallido/).waitFor({ state: 'attached' })
  await expectAccessiblePage(boss)
  await runAtPhoneSize(boss, () => expectAccessiblePage(boss))

  await suppress(boss, /^Suprimir ?: Inicio de sesión fallido/, 'Se equivocó al escribir')
  await boss.getByText('Alerta suprimida', { exact: true }).waitFor()
  await Promise.all([boss, colleague].map((page) => rowOf(page, failed).waitFor({ state: 'detached' })))

  await colleague.getByText(/^1 alerta suprimida; vuelve el/).click()
  const fold = colleague.getByRole('listitem').filter({ hasText: 'Se equivocó al escribir' })
  await fold.getByText(/^Vuelve el/).waitFor()
  await runAtPhoneSize(colleague, () => expectAccessiblePage(colleague))
  await fold.getByRole('button', { name: /^Volver a mostrar/ }).click()
  await Promise.all([boss, colleague].map((page) => rowOf(page, failed).waitFor()))
  await rowOf(boss, failed).getByRole('link', { name: 'Lucía Ferrer Gil' }).click()
  await boss.waitForURL(/\/client\/cus_/)
})

test('SEC-14 SEC-16 SEC-21 five wrong codes are high alerts, and with the lock-out a mail each; an alert leads to the address and to that day', async () => {
  const boss = await openAdministratorPage()
  const { email, password } = await openInvitedAdministratorPage()
  const stranger = await openVisitorPage({ size: laptopViewport })
  await watch(boss)

  await signInOnPage(stranger, { email, password })
  for (const code of ['000000', '111111', '222222', '333333', '444444']) {
    await stranger.getByLabel(/código/i).fill(code)
    const reported = stranger.waitForResponse((response) => isReportOfCode(response.request()))
    await stranger.getByRole('button', { name: /verificar/i }).click()
    // The previous code's message is still shown, and leaving the page cancels its report.
    await Promise.any([reported, stranger.getByText(TOO_MANY).waitFor()])
  }
  await signInOnPage(stranger, { email, password })
  await stranger.getByText(TOO_MANY).waitFor()

  const row = rowOf(boss, /AltaBloqueo por intentos/)
    .filter({ hasText: 'Elena Prado' })
    .first()
  await row.waitFor()
  await rowOf(boss, /AltaCódigo de verificación incorrecto, \d veces/)
    .first()
    .waitFor()
  const told = [
    await waitForMail('', /^Alerta de seguridad: bloqueo/),
    await waitForMail('', /^Alerta de seguridad: código/),
  ]
  expect(told.map(({ text }) => text).join(' ')).not.toContain('Elena')
  await row.getByText(/^Detalle/).click()
  await row.getByRole('link', { name: 'Ver qué pasó ese día' }).click()
  const log = boss.getByRole('region', { name: 'Registro de auditoría' })
  await log.getByRole('row').filter({ hasText: 'Acceso bloqueado por demasiados intentos' }).first().waitFor()
  expect(new URL(boss.url()).searchParams.get('desde')).toMatch(/^\d{4}-\d\d-\d\d$/)
  await row.getByRole('link', { name: /^Todo lo hecho desde 198\./ }).click()
  await log.getByRole('button', { name: /^Solo desde 198\./ }).waitFor()
  await log.getByRole('row').filter({ hasText: 'Código de verificación incorrecto' }).first().waitFor()
  await expectAccessiblePage(boss)
  await runAtPhoneSize(boss, () => expectAccessiblePage(boss))
})

test('SEC-07 SEC-15 SEC-17 who set up a second factor stands among the accounts, and all alerts are suppressed at once', async () => {
  const boss = await openAdministratorPage()
  const { email } = await openInvitedAdministratorPage()
  await failSignInOverHttp(email)
  await watch(boss)
  await boss
    .getByRole('region', { name: 'Altas y cuentas' })
    .getByRole('listitem')
    .filter({ hasText: /Baja.*Verificación en dos pasos activada/ })
    .first()
    .waitFor()

  await suppress(boss, /^Suprimir todas/, 'Era una prueba nuestra')

  await alertsOf(boss)
    .getByText(/^Nada que mirar/)
    .waitFor()
  const log = boss.getByRole('region', { name: 'Registro de auditoría' })
  await log.getByRole('row').filter({ hasText: 'Alertas de seguridad suprimidas' }).first().waitFor()
})
