import { expect, test } from 'vitest'
import { getMailLink, listConsoleMails, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport, phoneViewport } from '../support/visitor.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout, signInOnPage } from './buying.ts'
import { askForEarlyStart, pickHour, showWeek } from './hours.ts'

test.each([
  ['a phone', phoneViewport, 1],
  ['a laptop', laptopViewport, 2],
] as const)(
  'GEN-08 on %s a visitor picks an hour, buys, verifies the address, signs in and finds the payment',
  async (_, size, weeksAhead) => {
    const page = await openVisitorPage({ size })
    const person = createJourneyPerson()

    const startsAt = await pickHour(page, weeksAhead)
    await expectAccessiblePage(page)

    await fillPurchaseForm(page, person)
    await page.getByRole('timer').waitFor()
    await askForEarlyStart(page, startsAt)
    await expectAccessiblePage(page)
    await goToCheckout(page)
    await expectAccessiblePage(page)
    await page.getByRole('button', { name: /^Pagar 80,00/ }).click()
    await page.waitForURL(/\/payment-success\?session_id=cs_/)
    await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
    await expectAccessiblePage(page)

    const receipt = await waitForMail(person.email, /pago/)
    const names = receipt.attachments.flatMap(({ filename }) => filename || [])
    expect(names).toEqual([expect.stringMatching(/^justificante-.+\.pdf$/), 'cita.ics'])
    await page.goto(getMailLink(await waitForMail(person.email, /Verifica/)))
    await page.getByText('Email verificado exitosamente').first().waitFor()

    await signInOnPage(page, person)
    await page.waitForURL('**/client')
    await page.goto('/client?tab=invoices')
    await page.getByRole('heading', { name: 'Mis Facturas' }).waitFor()
    await page.getByText('80,00').first().waitFor()
    await expectAccessiblePage(page)
    expect((await listConsoleMails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
  },
)

test('A-70 a visitor in another time zone picks by both times on the sales page, with the keyboard alone', async () => {
  const page = await openVisitorPage({ size: laptopViewport, zone: 'America/Bogota' })
  await page.goto('/primera-consulta')
  await page.getByRole('link', { name: 'Ver horas libres' }).press('Enter')
  await showWeek(page, 3)
  const hour = page.getByRole('group', { name: 'Hora' }).locator('button[tabindex="0"]')

  await hour.press('ArrowDown')
  await hour.press('Enter')

  await page.getByRole('timer').waitFor()
  await page.getByText(/^Hora de Madrid\. Para ti, .+ \(hora de Colombia\)\.$/).waitFor()
  await expectAccessiblePage(page)
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
