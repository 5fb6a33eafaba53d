import { expect, test } from 'vitest'
import { codeOf, demoAccount } from '../support/local-console.ts'
import { aVisitor, expectAccessible, laptop } from '../support/visitor.ts'
import { aPerson, signIn } from './buying.ts'
import { pays, theDemoClient } from './clients.ts'

test('AUTH-07 A-64 the administrador signs in with a code, finds the new client and the payment, whose address nobody has proven', async () => {
  const person = aPerson()
  await pays(person)
  const page = await aVisitor({ size: laptop })
  const administrator = await demoAccount('administrador')

  await signIn(page, administrator)
  await page.getByLabel(/código/i).fill('000000')
  await page.getByRole('button', { name: /verificar/i }).click()
  await page
    .getByText(/código/i)
    .first()
    .waitFor()
  await page.getByLabel(/código/i).fill(codeOf(administrator))
  await page.getByRole('button', { name: /verificar/i }).click()

  await page.waitForURL('**/admin')
  await expectAccessible(page)
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
  await expectAccessible(page)
})

test('PER-06 RTE-25 a cliente who asks for the administration is sent to their own panel', async () => {
  const page = await theDemoClient()

  await page.goto('/admin')

  await page.waitForURL('**/client')
  expect(new URL(page.url()).pathname).toBe('/client')
})

test('RTE-24 without a session every panel leads to the sign-in', async () => {
  const page = await aVisitor()

  for (const path of ['/admin', '/client', '/dashboard', '/client/cus_00000000']) {
    await page.goto(path)
    await page.waitForURL(/\/auth/)
  }
})
