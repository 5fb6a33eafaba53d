import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { getDemoAccount } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport } from '../support/visitor.ts'
import { createJourneyPerson, signInOnPage } from './buying.ts'
import { openDemoClientPage } from './clients.ts'
import { getAdministratorSession, openAdministratorPage, runAtPhoneSize } from './admin.ts'

const cardOf = (page: Page, name: string) => page.getByRole('region', { name })

const cards = [
  'Progreso de mejoras',
  'Gestión de falsos positivos',
  'Análisis de permisos (RLS)',
  'Alertas (24 h)',
  'Registro de auditoría',
  'Puntuación y ajustes',
  'Verificación en dos pasos',
  'Navegación',
]

async function atTheSecurityTab(): Promise<Page> {
  const page = await openAdministratorPage('/admin?tab=security')
  await cardOf(page, 'Registro de auditoría').getByRole('row').nth(1).waitFor()
  return page
}

async function enterClients(count: number): Promise<void> {
  const { token } = await getAdministratorSession()
  for (let nth = 0; nth < count; nth += 1) {
    const { firstName, lastName, email } = createJourneyPerson()
    await callEndpointOverHttp(
      apiContract.customers.create,
      { body: { name: `${firstName} ${lastName}`, email } },
      { token },
    )
  }
}

test('SEC-01 the cards of the security tab stand one below the other, and the last leads to the root', async () => {
  const page = await atTheSecurityTab()
  const boxes = await Promise.all(cards.map((name) => cardOf(page, name).boundingBox()))

  const tops = boxes.map((box) => box?.y ?? Number.NaN)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await cardOf(page, 'Navegación').getByRole('link').click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.goBack()
  await cardOf(page, 'Navegación').waitFor()
})

test('SEC-02 a cliente who opens the address of the security tab is shown no card of it', async () => {
  const page = await openDemoClientPage({ size: laptopViewport })

  await page.goto('/admin?tab=security')

  await page.waitForURL('**/client')
  await page.getByRole('region').first().waitFor()
  for (const name of cards.filter((card) => card !== 'Verificación en dos pasos')) {
    expect(await cardOf(page, name).count()).toBe(0)
  }
})

test('SEC-06 SEC-18 DATA-25 DATA-26 LIM-08 the log shows its twenty newest entries, with a suppression and who did it', async () => {
  await failSignIns(1)
  const page = await atTheSecurityTab()
  await enterClients(21)
  await page.reload()
  const alerts = cardOf(page, 'Alertas (24 h)')
  await alerts
    .getByRole('button', { name: /^Suprimir ?: Inicio de sesión fallido/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').selectOption('Lo he comprobado con la persona')
  await dialog.getByRole('button', { name: 'Suprimir' }).click()

  const log = cardOf(page, 'Registro de auditoría')
  const line = log.getByRole('row').filter({ hasText: 'Alerta de seguridad suprimida' })
  await line.getByText('Motivo: Lo he comprobado con la persona').waitFor()
  await line.getByText('Elena Prado Sanz').first().waitFor()
  expect(await log.getByRole('row').count()).toBe(1 + 20)
  await log.getByRole('button', { name: /más/ }).click()
  await log.getByRole('row').nth(21).waitFor()
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
})

/** Each attempt uses a new page with its own network, so that each raises an alert. */
async function failSignIns(count: number): Promise<void> {
  const { email } = await getDemoAccount('cliente')
  for (let nth = 0; nth < count; nth += 1) {
    const stranger = await openVisitorPage()
    const reported = stranger.waitForResponse((answer) =>
      answer.url().endsWith(apiContract.account.reportFailedSignIn.path),
    )
    await signInOnPage(stranger, { email, password: 'No-es-esta-2026' })
    await stranger.getByText('Error de autenticación – Credenciales inválidas').waitFor()
    await reported
  }
}

test.each([
  ['one', 1, /^Suprimir ?: Inicio/, 'No se pudo suprimir la alerta'],
  ['all', 2, /^Suprimir todas/, 'No se pudieron suprimir todas las alertas'],
])('SEC-08 a suppression of %s that fails is said', async (_, failed, button, text) => {
  await failSignIns(failed)
  const page = await atTheSecurityTab()
  await page.route('**/api/security/suppressions', (route) =>
    route.fulfill({ status: 409, json: { code: 'changed-meanwhile' } }),
  )

  const alerts = cardOf(page, 'Alertas (24 h)').getByRole('button', { name: /^Suprimir ?: Inicio/ })
  await alerts.nth(failed - 1).waitFor()
  await cardOf(page, 'Alertas (24 h)').getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').selectOption('Era una prueba nuestra')
  await dialog.getByRole('button', { name: /^Suprimir/ }).click()

  await page.getByText(text).first().waitFor()
})

test('SEC-20 the analysis of permissions names the seven tables of the specification', async () => {
  const page = await atTheSecurityTab()
  const card = cardOf(page, 'Análisis de permisos (RLS)')
  const fold = card.locator('summary').first()
  await fold.click()

  const table = card.getByRole('table', { name: 'Permisos por tabla' })
  await table.waitFor()

  expect(await table.locator('tbody code').allInnerTexts()).toEqual([
    'client_profiles',
    'payments',
    'shipping_addresses',
    'email_verification_tokens',
    'user_mfa',
    'mfa_recovery_codes',
    'profiles',
  ])
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
})

test('DATA-33 there is no sign-up of address and password alone that could lead to the root: name, age and terms are asked for', async () => {
  const page = await openVisitorPage()
  await page.goto('/register')
  await page.getByLabel('Email', { exact: true }).fill('sin.mas@correo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('Intestino-2027')
  await page.getByLabel(/(confirmar|repite).*contraseña/i).fill('Intestino-2027')

  const send = page.getByRole('button', { name: /crear (una )?cuenta/i })
  expect(await send.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await send.click()

  await expect.poll(() => page.getByLabel('Nombre', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(new URL(page.url()).pathname).toBe('/register')
})
