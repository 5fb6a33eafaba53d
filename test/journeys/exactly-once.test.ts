import { expect, test } from 'vitest'
import { listConsoleMails, waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage } from '../support/visitor.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout, verifyAddressAndSignIn } from './buying.ts'

test('PAY-28 twenty deliveries of every event with the success page open leave one payment and one mail', async () => {
  const page = await openVisitorPage()
  const person = createJourneyPerson()
  await fillPurchaseForm(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await sendConsoleCommand('stripe/redeliver', { times: 20 })
  await page.reload()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await waitForMail(person.email, /pago/)
  await verifyAddressAndSignIn(page, person)
  await page.goto('/client?tab=invoices')
  await page.getByText('80,00').first().waitFor()
  expect(await page.getByRole('row', { name: /80,00/ }).count()).toBe(1)
  expect((await listConsoleMails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
})
