import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { apiContract } from '#contract/api'
import { generateDemoTotpCode, getDemoAccount, sendConsoleCommand } from '../support/local-console.ts'
import { expectAccessiblePage } from '../support/visitor.ts'
import { type AdministratorPageOptions, openAdministratorPage, runAtPhoneSize } from './admin.ts'

const cardOf = (page: Page, name: string) => page.getByRole('region', { name })
const rowOf = (page: Page, name: string) =>
  cardOf(page, 'Progreso de mejoras').getByRole('row', { name: new RegExp(`^${name}`) })

async function atTheSecurityTab(options: AdministratorPageOptions = {}): Promise<Page> {
  const page = await openAdministratorPage('/admin?tab=security', options)
  await cardOf(page, 'Progreso de mejoras')
    .getByText(/^Leído el/)
    .waitFor()
  await cardOf(page, 'Progreso de mejoras')
    .getByText(/^\d mejoras completadas$/)
    .click()
  await cardOf(page, 'Puntuación y ajustes').getByText('de 100').waitFor()
  return page
}

/** Repeats until a code is accepted: each code works once. */
async function proveIfAsked(page: Page, done: string): Promise<void> {
  const account = await getDemoAccount('administrador')
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  for (const steps of [0, 1, -1]) {
    await dialog.or(page.getByText(done)).first().waitFor()
    if (!(await dialog.isVisible())) break
    await dialog.getByRole('textbox').fill(generateDemoTotpCode(account, steps))
    // Not the notice: that of the previous code may still be shown.
    const answered = page.waitForResponse((answer) => answer.url().endsWith(apiContract.mfa.prove.path))
    await dialog.getByRole('button', { name: 'Verificar' }).click()
    if ((await answered).ok()) break
  }
  await page.getByText(done).first().waitFor()
}

test('SEC-03 SEC-04 SEC-09 SEC-11 SEC-12 the tab begins with seven items, five of them completed, and a score of 100', async () => {
  const page = await atTheSecurityTab()
  const progress = cardOf(page, 'Progreso de mejoras')

  await progress.getByText('5 de 7, 71 %').waitFor()
  expect(await progress.getByRole('row').count()).toBe(1 + 2 + 1 + 5)
  expect(await progress.getByText('Completada', { exact: true }).count()).toBe(5)
  expect(await progress.getByText('Pendiente', { exact: true }).count()).toBe(2)
  const settings = cardOf(page, 'Puntuación y ajustes')
  await settings.getByText('100 de 100 Excelente').waitFor()
  expect(await settings.getByRole('switch').count()).toBe(4)

  await rowOf(page, 'Cifrado')
    .getByText(/^Ver evidencia/)
    .click()
  await rowOf(page, 'Cifrado')
    .getByText(/· SSEDescription: KMS, clave table$/)
    .waitFor()
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
})

test('SEC-03 A-52 passkeys are completed by the pool’s own setting', async () => {
  onTestFinished(async () => void (await sendConsoleCommand('protection', { name: 'pool-passkeys', on: false })))
  await sendConsoleCommand('protection', { name: 'pool-passkeys', on: true })

  const page = await atTheSecurityTab()

  await rowOf(page, 'Llaves de acceso').getByText('Completada', { exact: true }).waitFor()
})

test('SEC-10 LIM-09 A-52 a setting is changed with a fresh code, lowers the score, and stands in the log', async () => {
  const page = await atTheSecurityTab()
  const settings = cardOf(page, 'Puntuación y ajustes')

  await settings.getByRole('switch', { name: 'Límite reforzado' }).click()
  await proveIfAsked(page, 'Cambios guardados')

  await settings.getByText('77 de 100 Bueno').waitFor()
  await settings.getByText('Con límite reforzado: 100, Excelente').waitFor()
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  const log = cardOf(page, 'Registro de auditoría').getByRole('row', { name: /Ajuste de seguridad cambiado/ })
  await log.getByText('Límite reforzado: activado → desactivado').waitFor()

  await settings.getByLabel('Cierre de sesión').fill('8')
  await settings.getByRole('button', { name: /^Guardar/ }).click()
  await log.getByText('Cierre de sesión: 24 h → 8 h').waitFor()
  await settings.getByRole('switch', { name: 'Límite reforzado' }).click()
  await settings.getByText('100 de 100 Excelente').waitFor()
})

test('SEC-03 A-52 an external penetration test completes its item with firm, date and report', async () => {
  const page = await atTheSecurityTab()

  await rowOf(page, 'Prueba de intrusión').getByRole('button', { name: 'Registrar informe' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar prueba de intrusión' })
  await form.getByLabel('Empresa').fill('Pentest Ibérica')
  await form.getByLabel('Fecha de la prueba').fill(new Date().toISOString().slice(0, 10))
  await form.getByLabel('Dirección del informe').fill('https://informes.example/habitat.pdf')
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  await form.getByRole('button', { name: 'Registrar' }).click()
  await proveIfAsked(page, 'Informe guardado')

  const row = rowOf(page, 'Prueba de intrusión')
  await row.getByText('Completada', { exact: true }).waitFor()
  expect(await row.getByRole('link', { name: /^Ver el informe/ }).getAttribute('href')).toBe(
    'https://informes.example/habitat.pdf',
  )
})

const guards = ['table-key', 'table-recovery', 'pool-codes', 'nightly-run', 'files-log'] as const

test('SEC-03 A-52 whatever is switched off lets its item fall by itself within a minute', async () => {
  const page = await atTheSecurityTab({ prepare: ({ clock }) => clock.install() })
  onTestFinished(async () => {
    for (const name of guards) await sendConsoleCommand('protection', { name, on: true })
  })
  for (const item of ['Cifrado', 'Copias', 'Segundo factor', 'Revisión diaria', 'Registro de auditoría']) {
    await rowOf(page, item).getByText('Completada', { exact: true }).waitFor()
  }

  for (const name of guards) await sendConsoleCommand('protection', { name, on: false })
  // By the page's own clock: no time passes for the test.
  await page.clock.fastForward('01:00')

  const completed = cardOf(page, 'Progreso de mejoras').getByText('Completada', { exact: true })
  await expect.poll(() => completed.count(), { timeout: 60_000 }).toBe(1)
  await rowOf(page, 'Prueba de intrusión').getByText('Completada', { exact: true }).waitFor()
  await rowOf(page, 'Cifrado').getByText('Falta: tabla cifrada con clave propia').waitFor()
  await expectAccessiblePage(page)
})
