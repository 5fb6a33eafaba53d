import { expect, test } from 'vitest'
import { generateTotpCode } from '../support/browser-session.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport } from '../support/visitor.ts'
import { inviteAdministrator } from './admin.ts'
import { createJourneyPerson, signInOnPage } from './buying.ts'
import { payWithNewAccount, openDemoClientPage } from './clients.ts'

test('AUTH-07 A-64 the administrador signs in with a code, finds the new client and the payment, whose address nobody has proven', async () => {
  const person = createJourneyPerson()
  await payWithNewAccount(person)
  const page = await openVisitorPage({ size: laptopViewport })
  const administrator = await inviteAdministrator()

  await signInOnPage(page, administrator)
  await page.getByLabel(/código/i).fill('000000')
  await page.getByRole('button', { name: /verificar/i }).click()
  await page.getByText('Código inválido').first().waitFor()
  await page.getByLabel(/código/i).fill(generateTotpCode(administrator.totpSecret ?? '', 1))
  await page.getByRole('button', { name: /verificar/i }).click()

  await page.waitForURL('**/admin')
  await expectAccessiblePage(page)
  await page
    .getByRole('row', { name: new RegExp(person.email) })
    .getByRole('link')
    .click()
  await page.waitForURL(/\/client\/cus_/)
  await page.getByRole('heading', { name: person.email }).first().waitFor()
  await page.getByText('80,00').first().waitFor()
  const unproven = page.getByRole('region', { name: 'Pagado, correo sin confirmar' })
  await unproven.getByText(/Primera consulta.*80,00 €/).waitFor()
  await unproven.getByRole('button', { name: 'Corregir la dirección' }).waitFor()
  await expectAccessiblePage(page)
})

test('PER-06 RTE-25 a cliente who asks for the administration is sent to their own panel', async () => {
  const page = await openDemoClientPage()

  await page.goto('/admin')

  await page.waitForURL('**/client')
  expect(new URL(page.url()).pathname).toBe('/client')
})

test('RTE-24 without a session every panel leads to the sign-in', async () => {
  const page = await openVisitorPage()

  for (const path of ['/admin', '/client', '/dashboard', '/client/cus_00000000']) {
    await page.goto(path)
    await page.waitForURL(/\/auth/)
  }
})
