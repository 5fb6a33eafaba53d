import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getDemoAccount, waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { type AdministratorPageOptions, openAdministratorPage, runAtPhoneSize } from './admin.ts'

const cutOff = async (service: string) => {
  onTestFinished(async () => void (await sendConsoleCommand('outage', { service, down: false })))
  await sendConsoleCommand('outage', { service, down: true })
}
const restore = (service: string) => sendConsoleCommand('outage', { service, down: false })

async function atTheTestTab(options: AdministratorPageOptions = {}): Promise<Page> {
  const page = await openAdministratorPage('/admin?tab=test', options)
  await services(page).getByText(answering).first().waitFor()
  return page
}

/** A busy machine answers slowly. */
const answering = /^(Todo funciona|Va lento)/

const services = (page: Page) => page.getByRole('region', { name: 'Servicios' })
const stateOf = (page: Page, name: string) => services(page).getByRole('row', { name: new RegExp(`^${name}`) })

async function checkAgain(page: Page): Promise<void> {
  const button = services(page).getByRole('button', { name: 'Volver a comprobar' })
  await button.click()
  await button.and(page.locator(':enabled')).waitFor()
}

test('ADM-03 ADM-05 ADM-06 A-54 the test tab says how the product is, on a laptop and on a phone', async () => {
  const page = await atTheTestTab()
  await page.getByRole('row', { name: /^Cada consulta próxima tiene su hora en la agenda/ }).waitFor()
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))

  await page.getByLabel('Buscar operación').fill('diagnostics')
  await page.getByText('GET /diagnostics/services').waitFor()

  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
})

const cuttable = { stripe: 'Pagos', s3: 'Archivos', ses: 'Correo', cognito: 'Inicio de sesión' }

test('A-54 whichever of payments, files, mail and sign-in is cut off, the tab says that it is the one that does not answer, and that it is back', async () => {
  const page = await atTheTestTab()

  for (const [service, name] of Object.entries(cuttable)) {
    await cutOff(service)
    await checkAgain(page)
    await services(page)
      .getByText(new RegExp(`^No responde: ${name}\\.`))
      .waitFor()
    await expect.poll(() => services(page).getByText('No responde', { exact: true }).count()).toBe(1)
    await stateOf(page, name).getByText('No responde').waitFor()
    if (service === 'stripe') await expectAccessiblePage(page)

    await restore(service)
    await checkAgain(page)
    await services(page).getByText(answering).first().waitFor()
    await expect.poll(() => services(page).getByText('No responde', { exact: true }).count()).toBe(0)
  }
})

test('A-54 when the table is cut off, without which nobody is let in, the tab still says that it is the table', async () => {
  const page = await atTheTestTab()

  await cutOff('dynamodb')
  await checkAgain(page)
  await services(page).getByText('No responde: Base de datos.').waitFor()
  await runAtPhoneSize(page, () => expectAccessiblePage(page))

  await restore('dynamodb')
  await expect.poll(async () => (await page.request.get('/api/health')).status()).toBe(200)
  await checkAgain(page)
  await services(page).getByText(answering).first().waitFor()
})

test('FUN-13 A-54 A-75 the old names of diagnostics answer as the health check does, whatever it says', async () => {
  const { request } = await openVisitorPage()
  const names = ['hello-world', 'simple-test', 'auth-register', 'diagnostic-connectivity', 'test-connectivity']
  const answersOf = async () =>
    Promise.all(['health', ...names].map(async (name) => (await request.get(`/api/${name}`)).text()))
  await expect.poll(answersOf).toEqual(Array.from({ length: 6 }, () => '{"status":"ok"}'))

  await cutOff('dynamodb')

  await expect.poll(answersOf).toEqual(Array.from({ length: 6 }, () => '{"status":"unavailable"}'))
})

test('A-54 a test mail is seen to wait while mail is cut off, and to be sent and arrive once it is back', async () => {
  const page = await atTheTestTab({ prepare: ({ clock }) => clock.install() })
  const { email } = await getDemoAccount('administrador')
  const sheet = page.getByRole('region', { name: 'Notificaciones' })

  await cutOff('ses')
  await sheet.getByRole('button', { name: 'Enviarme un correo de prueba' }).click()
  await sheet.getByText(/No ha salido en un intento/).waitFor()
  await expectAccessiblePage(page)
  await restore('ses')
  await sendConsoleCommand('clock', { advance: 'PT2M' })

  expect((await waitForMail(email, /^Correo de prueba/)).text).toContain('los correos de la consulta salen y llegan')
  // The page asks again after twenty seconds of its own clock.
  await page.clock.fastForward('00:21')
  await sheet.getByText('Enviado', { exact: true }).waitFor({ timeout: 30_000 })
})
