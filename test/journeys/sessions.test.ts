import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson, type JourneyPerson, signInOnPage } from './buying.ts'
import { signInNewClient, signInNewClientWithTotp, signInElsewhere, registerVerifiedPerson } from './clients.ts'
import { signOutOnPage } from './registration.ts'
import { generateTotpCode } from '../support/browser-session.ts'

async function registered(): Promise<JourneyPerson> {
  const person = createJourneyPerson()
  await registerVerifiedPerson(person)
  return person
}

async function signedIn(page: Page, person: JourneyPerson): Promise<string> {
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/account/session'))
  await signInOnPage(page, person)
  await page.waitForURL('**/client')
  return (await asked).headers()['authorization'] ?? ''
}

const statusOf = async (page: Page, authorization: string) =>
  (await page.request.get('/api/payments', { headers: { authorization } })).status()

const keptTokens = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /token/i.test(key)),
  )

test('A-04 after signing out the access token is of no use to anybody', async () => {
  const page = await openVisitorPage()
  const authorization = await signedIn(page, await registered())
  expect(await statusOf(page, authorization)).toBe(200)

  await signOutOnPage(page)

  await page.getByText('Sesión cerrada').waitFor()
  expect(await statusOf(page, authorization)).toBe(401)
  expect(await keptTokens(page)).toEqual([])
})

test('A-04 whoever signs out without a network is signed out here', async () => {
  const page = await openVisitorPage()
  await signedIn(page, await registered())
  const leave = page.getByRole('button', { name: 'Cerrar sesión' }).first()
  await leave.waitFor()
  await page.context().setOffline(true)

  await leave.click()

  await expect.poll(() => keptTokens(page)).toEqual([])
  await page.context().setOffline(false)
  await page.goto('/client')
  await page.waitForURL(({ pathname }) => pathname === '/auth')
})

test('RTE-24 a visitor at a part of the panel signs in first, and is there', async () => {
  const page = await openVisitorPage()
  const { email, password } = await registered()
  await page.goto('/client?tab=invoices')
  await page.waitForURL('**/auth?next=%2Fclient%3Ftab%3Dinvoices')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()

  await page.waitForURL('**/client?tab=invoices')
  await page.getByRole('heading', { name: 'Mis Facturas' }).waitFor()
})

test('AUTH-32 A-05 a session that is kept is one for all tabs, and so is its end', async () => {
  const page = await openVisitorPage()
  const other = await page.context().newPage()
  await other.goto('/auth')
  await other.getByLabel('Email').waitFor()
  await page.goto('/auth')
  const { email, password } = await registered()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Mantener la sesión iniciada' }).check()
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()

  await other.waitForURL('**/client')
  await signOutOnPage(page)

  await other.waitForURL(({ pathname }) => pathname === '/auth')
})

async function signInAndKeep(page: Page, { email, password }: JourneyPerson): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Mantener la sesión iniciada' }).check()
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/client')
}

const watchTexts = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })

const listSeenTexts = async (page: Page) =>
  (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).join(' ')

test('A-04 after a session that ended elsewhere the next person in the tab sees nothing of the one before', async () => {
  const before = { ...createJourneyPerson(), firstName: 'Carlota', lastName: 'Nieto' }
  const next = { ...createJourneyPerson(), firstName: 'Irene', lastName: 'Soto' }
  await Promise.all([before, next].map((person) => registerVerifiedPerson(person)))
  const page = await openVisitorPage()
  await page.goto('/auth')
  await signInAndKeep(page, before)
  await page.getByRole('heading', { name: /Carlota/ }).waitFor()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/client?tab=settings')
  await otherTab.getByText('Esta sesión').first().waitFor()
  const elsewhere = await signInElsewhere(before)
  await elsewhere.goto('/client?tab=settings')
  await elsewhere.getByRole('button', { name: 'Cerrar sesión en los demás dispositivos' }).click()
  await elsewhere.getByText('Se ha cerrado la sesión en los demás dispositivos').waitFor()

  await otherTab.getByRole('link', { name: 'Facturas' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/auth')
  await watchTexts(page)
  await signInAndKeep(page, next)

  await page.getByRole('heading', { name: /Irene/ }).waitFor()
  expect(await listSeenTexts(page)).not.toContain('Carlota')
})

test('a session on another device is listed, and ends when its owner says so', async () => {
  const page = await openVisitorPage()
  const lost = await openVisitorPage()
  const person = await registered()
  await signedIn(lost, person)
  await signedIn(page, person)
  await page.goto('/client?tab=settings')
  await page.getByText('Esta sesión').first().waitFor()
  await expectAccessiblePage(page)

  await page.getByRole('button', { name: 'Cerrar sesión en los demás dispositivos' }).click()
  await page.getByText('Se ha cerrado la sesión en los demás dispositivos').waitFor()

  await lost.goto('/client')
  await lost.waitForURL(({ pathname }) => pathname === '/auth')
})

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.goto('/reset-password')
  await page.getByLabel('Contraseña actual').fill(current)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(next)
  await page.getByLabel('Confirmar contraseña').fill(next)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

const changed = 'Tu contraseña ha sido actualizada correctamente.'

test('RST-08 RST-09 a password changed while signed in signs out the other browser, and its owner gets a mail', async () => {
  const { page, person } = await signInNewClient()
  const { email, password } = person
  const otherBrowser = await signInElsewhere(person)

  await changePassword(page, 'Otra-cosa-2026', 'Bacteria-2027')
  await page.getByText('La contraseña actual no es correcta.').waitFor()
  await expectAccessiblePage(page)
  await page.getByLabel('Contraseña actual').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()

  await page.getByText(changed).first().waitFor()
  await page.waitForURL('**/client')
  expect((await waitForMail(email, /contraseña.*ha cambiado/)).text).toContain('hemos cerrado las demás sesiones')
  await otherBrowser.goto('/client')
  await otherBrowser.waitForURL(({ pathname }) => pathname === '/auth')
  await page.goto('/client?tab=settings')
  await page.getByText('Esta sesión').first().waitFor()
  await signInOnPage(otherBrowser, { email, password: 'Bacteria-2027' })
  await otherBrowser.waitForURL('**/client')
})

test('RST-09 whoever has a second factor gives its code after changing the password, and is in', async () => {
  const { page, person, secret } = await signInNewClientWithTotp()

  await changePassword(page, person.password, 'Bacteria-2027')

  await page.getByText(changed).first().waitFor()
  await expectAccessiblePage(page)
  // The enrolment's code may still be the current one, and a code works once.
  await page.getByLabel('Código de verificación').fill(generateTotpCode(secret, 1))
  await page.getByRole('button', { name: 'Verificar' }).click()
  await page.waitForURL('**/client')
})
