import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { signInNewClient } from './clients.ts'
import { signInByGooglePopup, signOutOnPage } from './registration.ts'
import { generateTotpCode } from '../support/browser-session.ts'
import { setUpTotp } from './second-factor.ts'

async function registeredByGoogle(page: Page) {
  const person = createJourneyPerson()
  await page.goto('/auth')
  await signInByGooglePopup(page, person)
  await page.waitForURL(/\/register/)
  await page.getByLabel(/fecha de nacimiento/i).fill('1990-05-17')
  await expectAccessiblePage(page)
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await page.getByRole('button', { name: /completar registro/i }).click()
  const factor = await setUpTotp(page)
  await page.waitForURL('**/client')
  return { person, ...factor }
}

test('AUTH-17 REG-23 REG-24 PER-08 FUN-03 somebody new comes by Google, says their birth date, sets up the app and lands in the panel', async () => {
  const page = await openVisitorPage()

  await registeredByGoogle(page)

  await page.getByText('Panel del Cliente').waitFor()
  await page.goto('/client?tab=settings')
  await page.getByText('Esta sesión').first().waitFor()
  await expectAccessiblePage(page)
})

test('AUTH-24 the window of Google may tell the page that opened it', async () => {
  const page = await openVisitorPage()
  await page.goto('/auth')

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/ }).click()
  const chooser = await opened
  await chooser.getByLabel('Correo electrónico').waitFor()

  expect(await chooser.evaluate(() => window.opener !== null)).toBe(true)
})

test('AUTH-17 AUTH-24 whoever was led to the sign-in by a page that keeps other windows away signs in by Google too', async () => {
  const page = await openVisitorPage()
  await page.goto('/client/mensajes')
  await page.waitForURL('**/auth')
  // No navigation has happened: the document and its headers are still those of the messages.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/mensajes$/)

  await signInByGooglePopup(page, createJourneyPerson())

  await page.waitForURL(/\/register/)
  await page.getByLabel(/fecha de nacimiento/i).waitFor()
})

test('AUTH-21 PER-08 whoever has an account comes by Google and proves the app before the panel opens', async () => {
  const page = await openVisitorPage()
  const { person, secret } = await registeredByGoogle(page)
  await signOutOnPage(page)

  await page.goto('/auth')
  await signInByGooglePopup(page, person)
  await page
    .getByLabel(/código de/i)
    .first()
    .waitFor()
  await expectAccessiblePage(page)
  await page.goto('/client?tab=invoices')
  expect(await page.getByRole('heading', { name: 'Mis Facturas' }).count()).toBe(0)
  await page
    .getByLabel(/código de/i)
    .first()
    .fill(generateTotpCode(secret, 1))
  await page.getByRole('button', { name: /verificar/i }).click()

  await page.getByText('Panel del Cliente').waitFor()
})

test('AUTH-19 a Google address that nobody has verified is turned away with the reason', async () => {
  const page = await openVisitorPage()
  await page.goto('/auth')

  await signInByGooglePopup(page, createJourneyPerson(), { isVerified: false })

  await page.getByText('Tu cuenta necesita verificación de email.').first().waitFor()
})

test('AUTH-20 PER-08 A-08 whoever has an account without a second factor sets one up before Google lets them in', async () => {
  const { person } = await signInNewClient()
  const page = await openVisitorPage()

  await page.goto('/auth')
  await signInByGooglePopup(page, person)
  await page.getByText('Debes configurar la autenticación de dos factores.').first().waitFor()
  await page.waitForURL('**/register?step=mfa-setup')
  await expectAccessiblePage(page)
  expect(await page.getByRole('button', { name: 'Cuenta' }).count()).toBe(0)
  await setUpTotp(page)

  await page.waitForURL('**/client')
  await page.getByText('Panel del Cliente').waitFor()
})

test('REG-19 A-10 whoever declines the factor that Google demands is signed out', async () => {
  const { person } = await signInNewClient()
  const page = await openVisitorPage()
  await page.goto('/auth')
  await signInByGooglePopup(page, person)

  await page.getByRole('button', { name: 'Cancelar' }).click()

  await page.waitForURL(({ pathname }) => pathname === '/auth')
  await page.goto('/client')
  await page.waitForURL(({ pathname }) => pathname === '/auth')
})
