import { expect, test } from 'vitest'
import { getMailLink, listConsoleMails, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport, phoneViewport } from '../support/visitor.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout, signInOnPage } from './buying.ts'

test.each([
  ['a phone', phoneViewport],
  ['a laptop', laptopViewport],
])('GEN-08 on %s a visitor buys, verifies the address, signs in and finds the payment', async (_, size) => {
  const page = await openVisitorPage({ size })
  const person = createJourneyPerson()

  await fillPurchaseForm(page, person)
  await expectAccessiblePage(page)
  await goToCheckout(page)
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: /^Pagar 80,00/ }).click()
  await page.waitForURL(/\/payment-success\?session_id=cs_/)
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
  await expectAccessiblePage(page)

  const receipt = await waitForMail(person.email, /pago/)
  expect(receipt.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/^justificante-.+\.pdf$/)])
  await page.goto(getMailLink(await waitForMail(person.email, /Verifica/)))
  await page.getByText('Email verificado exitosamente').first().waitFor()

  await signInOnPage(page, person)
  await page.waitForURL('**/client')
  await page.goto('/client?tab=invoices')
  await page.getByRole('heading', { name: 'Mis Facturas' }).waitFor()
  await page.getByText('80,00').first().waitFor()
  await expectAccessiblePage(page)
  expect((await listConsoleMails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
})

test('a declined card leaves the order to be paid with another', async () => {
  const page = await openVisitorPage()
  const person = createJourneyPerson()
  await fillPurchaseForm(page, person)
  await goToCheckout(page)

  await page.getByRole('button', { name: 'Simular tarjeta rechazada' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: /^Pagar/ }).click()

  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
})

test('PAY-32 whoever turns back at the payment page is told that nothing was charged', async () => {
  const page = await openVisitorPage()
  await fillPurchaseForm(page, createJourneyPerson())
  await goToCheckout(page)

  await page.getByText('Volver', { exact: true }).click()

  await page.waitForURL('**/payment-canceled')
  await expectAccessiblePage(page)
})

test('PAY-20 the code BIENVENIDA10 takes ten per cent off, seen before leaving for the payment page', async () => {
  const page = await openVisitorPage()
  await fillPurchaseForm(page, createJourneyPerson())

  await page.getByLabel(/código de descuento/i).fill('BIENVENIDA10')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText(/72,00/).first().waitFor()
  await goToCheckout(page)

  await page.getByRole('button', { name: /^Pagar 72,00/ }).waitFor()
})

test("PAY-07 'RESERVAR CITA' takes a visitor without an account to the payment and invites them by mail", async () => {
  const page = await openVisitorPage()
  const { email } = createJourneyPerson()
  await page.goto('/primera-consulta')
  await expectAccessiblePage(page)

  await page.getByRole('button', { name: 'RESERVAR CITA' }).first().click()
  await page.waitForURL(/\/_local\/stripe\/pay\//)
  await page.getByLabel(/correo/i).fill(email)
  await page.getByRole('button', { name: /^Pagar/ }).click()

  await page.waitForURL('**/pago-exitoso')
  await page.getByText('PAGADO').waitFor()
  expect((await waitForMail(email, /crea tu cuenta/)).text).toContain('/register')
})
