import type { Page } from 'playwright-core'
import { getMailLink, waitForMail } from '../support/local-console.ts'

export const createJourneyPerson = () => ({
  firstName: 'Marta',
  lastName: 'Ruiz Peña',
  email: `marta.ruiz.${crypto.randomUUID().slice(0, 13)}@correo.example`,
  password: 'Flora-2026',
})
export type JourneyPerson = ReturnType<typeof createJourneyPerson>

export async function fillPurchaseForm(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto('/comprar')
  await page.getByLabel('Nombre', { exact: true }).fill(person.firstName)
  await page.getByLabel('Apellidos').fill(person.lastName)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Confirmar email').fill(person.email)
  await page.getByPlaceholder('Mínimo 6 caracteres').fill(person.password)
  await page.getByRole('checkbox', { name: /^Acepto los/ }).check()
}

export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crear cuenta y continuar al pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
}

/** The account's address stays unverified. */
export async function buyWithNewAccount(page: Page, person: JourneyPerson): Promise<void> {
  await fillPurchaseForm(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
}

/** The payment stays unclaimed under the address. */
export async function buyWithoutAccount(page: Page, { email }: Pick<JourneyPerson, 'email'>): Promise<void> {
  await page.goto('/primera-consulta')
  await page.getByRole('button', { name: 'RESERVAR CITA' }).first().click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByLabel(/correo/i).fill(email)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.waitForURL('**/pago-exitoso')
}

export async function signInOnPage(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

export async function verifyAddressAndSignIn(page: Page, person: JourneyPerson): Promise<void> {
  await page.goto(getMailLink(await waitForMail(person.email, /Verifica/)))
  await page.getByText('Email verificado exitosamente').first().waitFor()
  await signInOnPage(page, person)
  await page.waitForURL('**/client')
}
