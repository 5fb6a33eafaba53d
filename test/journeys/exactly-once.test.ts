import { expect, test } from 'vitest'
import { mails, mailTo, sendCommand } from '../support/local-console.ts'
import { aVisitor } from '../support/visitor.ts'
import { aPerson, fillPurchase, goToCheckout, linkedSignIn } from './buying.ts'

test('PAY-28 twenty deliveries of every event with the success page open leave one payment and one mail', async () => {
  const page = await aVisitor()
  const person = aPerson()
  await fillPurchase(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await sendCommand('stripe/redeliver', { times: 20 })
  await page.reload()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await mailTo(person.email, /pago/)
  await linkedSignIn(page, person)
  await page.goto('/client?tab=invoices')
  await page.getByText('80,00').first().waitFor()
  expect(await page.getByRole('row', { name: /80,00/ }).count()).toBe(1)
  expect((await mails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
})
