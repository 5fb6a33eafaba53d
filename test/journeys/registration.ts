import type { Page } from 'playwright-core'
import { getMailLink, waitForMail } from '../support/local-console.ts'
import { createJourneyPerson, type JourneyPerson } from './buying.ts'
import { setUpTotp } from './second-factor.ts'

export async function submitRegistrationForm(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Nombre', { exact: true }).fill(person.firstName)
  await page.getByLabel('Apellidos').fill(person.lastName)
  await page.getByLabel(/fecha de nacimiento/i).fill('1990-05-17')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await page.getByLabel(/(confirmar|repite).*contraseña/i).fill(person.password)
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await page.getByRole('button', { name: /crear (una )?cuenta/i }).click()
}

export async function registerWithVerifiedAddress(page: Page): Promise<JourneyPerson> {
  const person = createJourneyPerson()
  await submitRegistrationForm(page, person)
  await page.getByRole('button', { name: 'Ya he verificado mi email' }).waitFor()
  const other = await page.context().newPage()
  await other.goto(getMailLink(await waitForMail(person.email, /Verifica/)))
  await other.getByText('Email verificado exitosamente').first().waitFor()
  await other.close()
  await page.getByRole('button', { name: 'Ya he verificado mi email' }).click()
  return person
}

export async function registerWithTotp(page: Page) {
  const person = await registerWithVerifiedAddress(page)
  const factor = await setUpTotp(page)
  await page.waitForURL('**/client')
  return { person, ...factor }
}

export async function signOutOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/')
}

export async function signInByGooglePopup(
  page: Page,
  person: Pick<JourneyPerson, 'email'>,
  { isVerified = true } = {},
): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('button', { name: /Google/ })
    .first()
    .click()
  const chooser = await opened
  await chooser.getByLabel('Nombre y apellidos').fill('Marta Ruiz Peña')
  await chooser.getByLabel('Correo electrónico').fill(person.email)
  await chooser.getByLabel('Correo verificado').setChecked(isVerified)
  const closed = chooser.waitForEvent('close')
  await chooser.getByRole('button', { name: 'Continuar' }).click()
  await closed
}

export async function choosePasswordByLink(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  const chosen = page.getByLabel('Nueva contraseña', { exact: true })
  const another = page.getByRole('button', { name: 'Elegir una contraseña nueva' })
  await another.or(chosen).first().waitFor()
  if (await another.isVisible()) await another.click()
  await chosen.fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

export async function completeRegistration(page: Page, { firstName, lastName }: JourneyPerson): Promise<void> {
  await page.getByRole('heading', { name: 'Completa tu registro' }).waitFor()
  await page.getByLabel('Nombre', { exact: true }).fill(firstName)
  await page.getByLabel('Apellidos').fill(lastName)
  await page.getByLabel('Fecha de nacimiento').fill('1990-05-17')
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await page.getByRole('button', { name: 'Completar registro' }).click()
  await page.getByRole('button', { name: 'Configurar TOTP' }).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.waitForURL('**/client')
}
