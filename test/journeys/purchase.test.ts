import { expect, test } from 'vitest'
import { linkIn, mails, mailTo } from '../support/local-console.ts'
import { aVisitor, expectAccessible, laptop, phone } from '../support/visitor.ts'
import { aPerson, fillPurchase, goToCheckout, signIn } from './buying.ts'

test.each([
  ['a phone', phone],
  ['a laptop', laptop],
])('GEN-08 on %s a visitor buys, verifies the address, signs in and finds the payment', async (_, size) => {
  const page = await aVisitor({ size })
  const person = aPerson()

  await fillPurchase(page, person)
  await expectAccessible(page)
  await goToCheckout(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pagar 80,00/ }).click()
  await page.waitForURL(/\/payment-success\?session_id=cs_/)
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
  await expectAccessible(page)

  const receipt = await mailTo(person.email, /pago/)
  expect(receipt.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/^justificante-.+\.pdf$/)])
  await page.goto(linkIn(await mailTo(person.email, /Verifica/)))
  await page.getByText('Email verificado exitosamente').first().waitFor()

  await signIn(page, person)
  await page.waitForURL('**/client')
  await page.goto('/client?tab=invoices')
  await page.getByRole('heading', { name: 'Mis Facturas' }).waitFor()
  await page.getByText('80,00').first().waitFor()
  await expectAccessible(page)
  expect((await mails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
})

test('a declined card leaves the order to be paid with another', async () => {
  const page = await aVisitor()
  const person = aPerson()
  await fillPurchase(page, person)
  await goToCheckout(page)

  await page.getByRole('button', { name: 'Simular tarjeta rechazada' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: /^Pagar/ }).click()

  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
})

test('PAY-32 whoever turns back at the payment page is told that nothing was charged', async () => {
  const page = await aVisitor()
  await fillPurchase(page, aPerson())
  await goToCheckout(page)

  await page.getByText('Volver', { exact: true }).click()

  await page.waitForURL('**/payment-canceled')
  await expectAccessible(page)
})

test('PAY-20 the code BIENVENIDA10 takes ten per cent off, seen before leaving for the payment page', async () => {
  const page = await aVisitor()
  await fillPurchase(page, aPerson())

  await page.getByLabel(/código de descuento/i).fill('BIENVENIDA10')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText(/72,00/).first().waitFor()
  await goToCheckout(page)

  await page.getByRole('button', { name: /^Pagar 72,00/ }).waitFor()
})

test("PAY-07 'RESERVAR CITA' takes a visitor without an account to the payment and invites them by mail", async () => {
  const page = await aVisitor()
  const { email } = aPerson()
  await page.goto('/primera-consulta')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'RESERVAR CITA' }).first().click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByLabel(/correo/i).fill(email)
  await page.getByRole('button', { name: /^Pagar/ }).click()

  await page.waitForURL('**/pago-exitoso')
  await page.getByText('PAGADO').waitFor()
  expect((await mailTo(email, /crea tu cuenta/)).text).toContain('/register')
})
