import { expect, test } from 'vitest'
import { getMailLink, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { signInOnPage } from './buying.ts'
import { signInNewClientWithTotp } from './clients.ts'
import { generateTotpCode } from '../support/browser-session.ts'

/** Some weeks after the birthday, so that the age is exact on any day of the run. */
const bornYearsAgo = (years: number) =>
  new Date(Date.now() - (years * 365.25 + 30) * 86_400_000).toISOString().slice(0, 10)

test('A-14 a minor is stopped until their mother has read and agreed', async () => {
  const { page } = await signInNewClientWithTotp({ birthDate: bornYearsAgo(17) })
  const mother = `carmen.${Date.now()}@correo.example`
  await page.goto('/client')
  await page.getByRole('heading', { name: 'Necesitamos una autorización' }).waitFor()
  await expectAccessiblePage(page)

  await page.getByLabel('Nombre y apellidos de tu madre, padre o tutor').fill('Carmen Peña Soto')
  await page.getByLabel('Su email').fill(mother)
  await page.getByRole('button', { name: 'Pedir autorización' }).click()
  await page.getByText('¡Éxito!').waitFor()
  const guardian = await openVisitorPage()
  await guardian.goto(getMailLink(await waitForMail(mother, /necesita tu autorización/)))
  await guardian.getByRole('heading', { name: 'Autorización para Marta Ruiz Peña' }).waitFor()
  expect(guardian.url()).not.toContain('token')
  await expectAccessiblePage(guardian)
  await guardian.getByLabel('Tu nombre y apellidos').fill('Carmen Peña Soto')
  await guardian.getByRole('checkbox', { name: /^Soy su madre, padre o tutor/ }).check()
  await guardian.getByRole('checkbox', { name: /^Doy mi consentimiento explícito/ }).check()
  await guardian.getByRole('button', { name: 'Autorizar' }).click()
  await guardian.getByRole('heading', { name: 'Autorización registrada' }).waitFor()
  await page.reload()

  await page.getByRole('heading', { level: 1, name: 'Hola, Marta' }).waitFor()
  await page.getByLabel('Altura (cm)').waitFor()
  expect(await page.getByRole('heading', { name: 'Necesitamos una autorización' }).count()).toBe(0)
})

test('CLI-27 CLI-28 CLI-29 CLI-32 A-50 somebody sets up their account, deactivates it and comes back by mail', async () => {
  const { page, person, secret } = await signInNewClientWithTotp()
  await page.goto('/client?tab=settings')
  await page.getByLabel('Nombre y apellidos').waitFor()
  await page.getByRole('heading', { name: 'Zona de peligro' }).waitFor()
  await expectAccessiblePage(page)

  await page.getByRole('switch', { name: 'Suplementos' }).click()
  await page.getByText('¡Guardado!').first().waitFor()
  await page.getByRole('button', { name: 'Corregir mi nombre' }).click()
  await page.getByLabel('Apellidos', { exact: true }).fill('Ruiz Soto')
  await page.route('**/account/settings', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  // The notice is in front of the dialog, where it can be pressed.
  await page
    .getByRole('alert')
    .getByText(/conexión/)
    .waitFor()
  await page.getByRole('button', { name: 'Cerrar aviso' }).first().click()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => page.getByLabel('Nombre y apellidos').inputValue()).toMatch(/Ruiz Peña$/)
  await page.reload()
  await page.getByLabel('Nombre y apellidos').waitFor()
  expect(await page.getByRole('switch', { name: 'Suplementos' }).isChecked()).toBe(false)

  await page.getByRole('button', { name: 'Desactivar cuenta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar cuenta' }).click()
  await page.getByText('Cuenta desactivada').waitFor()
  await signInOnPage(page, person)
  await page.getByLabel(/código/i).fill(generateTotpCode(secret, 1))
  await page.getByRole('button', { name: /verificar/i }).click()
  await page.getByRole('heading', { name: 'Tu cuenta está cerrada' }).waitFor()
  await expectAccessiblePage(page)

  await page.goto(getMailLink(await waitForMail(person.email, /está desactivada/)))
  await page.getByRole('button', { name: 'Reactivar mi cuenta' }).waitFor()
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: 'Reactivar mi cuenta' }).click()
  await page.getByRole('heading', { name: 'Cuenta reactivada' }).waitFor()
})
