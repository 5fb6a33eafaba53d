import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson, fillPurchaseForm } from './buying.ts'
import { openDemoClientPage, orderWithNewAccount, payAndConfirm } from './clients.ts'

const cutOff = async (service: string) => {
  onTestFinished(async () => void (await sendConsoleCommand('outage', { service, down: false })))
  await sendConsoleCommand('outage', { service, down: true })
}
const restore = (service: string) => sendConsoleCommand('outage', { service, down: false })

test('PAY-24 when the payment service is down the buyer is told so, keeps the order and pays it once it is back', async () => {
  const page = await openVisitorPage()
  const person = createJourneyPerson()
  await fillPurchaseForm(page, person)
  await cutOff('stripe')

  await page.getByRole('button', { name: 'Crear cuenta y continuar al pago' }).click()
  await page.getByText('Error al crear la sesión de pago. Por favor, inténtalo de nuevo.').first().waitFor()
  await expectAccessiblePage(page)

  await restore('stripe')
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
})

test('a client whose data cannot be reached is told so and finds it again without starting anything anew', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client?tab=invoices')
  await page.getByText('80,00').first().waitFor()

  await cutOff('dynamodb')
  expect((await page.request.get('/api/health')).status()).toBe(503)
  await restore('dynamodb')

  await expect.poll(async () => (await page.request.get('/api/health')).status()).toBe(200)
  await page.reload()
  await page.getByText('80,00').first().waitFor()
})

test('a receipt that could not be mailed is mailed once the mail service is back', async () => {
  const person = createJourneyPerson()
  const { url } = await orderWithNewAccount(person)
  await cutOff('ses')
  await payAndConfirm(url, person.email)

  await restore('ses')
  await sendConsoleCommand('clock', { advance: 'PT2M' })

  expect((await waitForMail(person.email, /pago/)).attachments).toHaveLength(1)
})

test('who has lost the connection is told which part of the page is missing, and gets it once the connection is back', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  const lost = page.getByText('No hemos podido cargar esta parte. Comprueba tu conexión.')
  const tabs = page.getByRole('navigation', { name: 'Secciones de mi panel' })
  await tabs.getByRole('link', { name: 'Facturas' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)

  await tabs.getByRole('link', { name: 'Facturas' }).click()
  await lost.waitFor()
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await lost.waitFor()
  await page.context().setOffline(false)

  await page.getByText('80,00').first().waitFor()
  expect(await lost.count()).toBe(0)
})

test('a page that cannot be loaded without a connection leaves the header, and comes once the connection is back', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByRole('link', { name: /^Mensajes/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)

  await page.getByRole('link', { name: /^Mensajes/ }).click()
  await page.getByRole('heading', { name: 'No hemos podido cargar esta página' }).waitFor()
  await page.getByRole('link', { name: /, inicio$/ }).waitFor()
  await expectAccessiblePage(page)
  await page.context().setOffline(false)

  await page.getByRole('heading', { level: 1, name: 'Mensajes' }).waitFor()
})

/** Once the panel is there, each style sheet fails the first time. */
async function openPanelWithFailingStyles(): Promise<{ readonly page: Page; readonly failed: Set<string> }> {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByRole('link', { name: /^Mensajes/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const failed = new Set<string>()
  await page.route('**/*.css', async (route) => {
    const address = route.request().url()
    if (failed.has(address)) return route.continue()
    failed.add(address)
    return route.abort()
  })
  return { page, failed }
}

test('a part of the page whose style sheet failed once has its style when it is loaded again', async () => {
  const { page, failed } = await openPanelWithFailingStyles()
  const tabs = page.getByRole('navigation', { name: 'Secciones de mi panel' })

  await tabs.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByText('No hemos podido cargar esta parte. Comprueba tu conexión.').waitFor()
  await page.unroute('**/*.css')
  const arrived = new Set<string>()
  page.on('requestfinished', (request) => arrived.add(request.url()))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('heading', { name: 'Sesiones abiertas' }).waitFor()

  expect(failed.size).toBeGreaterThan(0)
  await expect.poll(() => [...arrived]).toEqual(expect.arrayContaining([...failed]))
})

test('a page to which a link leads has its style although the style sheet failed once', async () => {
  const { page, failed } = await openPanelWithFailingStyles()

  await page.getByRole('link', { name: /^Mensajes/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Mensajes' }).waitFor()

  expect(failed.size).toBeGreaterThan(0)
  expect(await page.locator('.messages').evaluate((thread) => getComputedStyle(thread).maxWidth)).not.toBe('none')
})
