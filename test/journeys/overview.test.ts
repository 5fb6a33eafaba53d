import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { getDemoAccount } from '../support/local-console.ts'
import { openVisitorPage, laptopViewport } from '../support/visitor.ts'
import { signInOnPage } from './buying.ts'
import { signInNewBuyer, openDemoClientPage } from './clients.ts'
import { openAdministratorPage } from './admin.ts'
import { registerWithVerifiedAddress } from './registration.ts'
import { openEachTab } from './tabs.ts'

const english =
  /\b(sign (in|up|out)|log ?(in|out)|password|submit|loading|cancel|save|close|next|previous|search|settings|delete|edit|welcome|required|please|page not found)\b/gi

const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')]
    const names = ['aria-label', 'placeholder', 'title', 'alt']
    return [
      document.title,
      document.body.innerText,
      ...named.flatMap((element) => names.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n')
  })

async function expectSpanish(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  expect((await wordsOf(page)).match(english) ?? [], page.url()).toEqual([])
}

test('GEN-01 every page that a visitor meets is Spanish, but for the literal words of a path that is none', async () => {
  const page = await openVisitorPage({ size: laptopViewport })

  for (const { path } of publicPages) {
    await page.goto(path)
    await expectSpanish(page)
  }
  await page.goto('/no/existe')
  expect((await wordsOf(page)).match(english)).toEqual(['Page not found'])
})

test('GEN-01 GEN-10 a client has a panel in Spanish with questionnaire, invoices, analyses, protocol, consultations and settings', async () => {
  const page = await openDemoClientPage({ size: laptopViewport })
  await page.goto('/client')

  const names = await openEachTab(page, () => expectSpanish(page))

  expect(names).toEqual(['Cuestionario', 'Facturas', 'Analíticas', 'Suplementos', 'Consultas', 'Ajustes'])
})

test('GEN-01 GEN-11 an administrador manages clients, users, agenda, files, supplements and security, in Spanish', async () => {
  const page = await openAdministratorPage()
  const seen: string[] = []

  const names = await openEachTab(page, async () => {
    await expectSpanish(page)
    seen.push(await page.locator('main').innerText())
  })
  expect(names).toEqual(['Clientes', 'Usuarios', 'Seguridad', 'Test'])
  expect(seen[0]).toMatch(/Lista de Clientes/)
  expect(seen[0]).toMatch(/agenda/i)
  expect(seen[1]).toMatch(/Crear usuario/)
  expect(seen[2]).toMatch(/Registro de auditoría/)

  await page.goto('/admin?buscar=cliente%40habitat.example')
  await page.getByRole('region', { name: 'Lista de Clientes' }).getByRole('link', { name: 'Lucía Ferrer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lucía Ferrer' }).waitFor()
  const ofRecord = await openEachTab(page, () => expectSpanish(page))
  expect(ofRecord).toEqual(['Facturas', 'Consultas', 'Analíticas', 'Suplementación'])
  await page
    .getByRole('button', { name: /Añadir suplemento/ })
    .first()
    .waitFor()
})

test('GEN-03 GEN-04 one may enter by e-mail and password, by Google or by a new password; a cliente needs no app, and may have one', async () => {
  const page = await openVisitorPage({ size: laptopViewport })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continuar con Google' }).waitFor()
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('heading', { level: 1, name: /contraseña/i }).waitFor()

  await signInOnPage(page, await getDemoAccount('cliente'))
  await page.waitForURL('**/client')
  await page.goto('/client?tab=settings')
  const app = page.getByRole('switch', { name: /Verificación en dos pasos/ })
  await app.waitFor()
  expect(await app.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('A-08 whoever registers reads that the second step is optional, and does without it', async () => {
  const page = await openVisitorPage()
  await registerWithVerifiedAddress(page)

  await page.getByText(/^Es opcional: si prefieres dejarlo para otro momento/).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()

  await page.waitForURL('**/client')
})

test('GEN-09 what somebody did in one browser is there in another that has never been here', async () => {
  const { person } = await signInNewBuyer()

  const elsewhere = await openVisitorPage({ size: laptopViewport })
  await signInOnPage(elsewhere, person)
  await elsewhere.waitForURL('**/client')
  await elsewhere.goto('/client?tab=invoices')

  await elsewhere.getByRole('table').getByText('Primera consulta').first().waitFor()
})
