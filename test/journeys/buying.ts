import type { Page } from 'playwright-core'
import { linkIn, mailTo } from '../support/local-console.ts'

let people = 0

export const aPerson = () => ({
  firstName: 'Marta',
  lastName: 'Ruiz Peña',
  email: `marta.ruiz.${Date.now()}.${++people}@correo.example`,
  password: 'Flora-2026',
})
export type Person = ReturnType<typeof aPerson>

export async function fillPurchase(page: Page, person: Person): Promise<void> {
  await page.goto('/comprar')
  await page.getByLabel('Nombre', { exact: true }).fill(person.firstName)
  await page.getByLabel('Apellidos').fill(person.lastName)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Confirmar email').fill(person.email)
  await page.getByPlaceholder('Mínimo 6 caracteres').fill(person.password)
  await page.getByRole('checkbox').check()
}

export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crear cuenta y continuar al pago' }).click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
}

/** The account's address stays unverified. */
export async function buy(page: Page, person: Person): Promise<void> {
  await fillPurchase(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
}

/** The payment stays unclaimed under the address. */
export async function reserve(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.goto('/primera-consulta')
  await page.getByRole('button', { name: 'RESERVAR CITA' }).first().click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByLabel(/correo/i).fill(email)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.waitForURL('**/pago-exitoso')
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

export async function linkedSignIn(page: Page, person: Person): Promise<void> {
  await page.goto(linkIn(await mailTo(person.email, /Verifica/)))
  await page.getByText('Email verificado exitosamente').first().waitFor()
  await signIn(page, person)
  await page.waitForURL('**/client')
}
