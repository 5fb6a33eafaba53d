import { expect, test } from 'vitest'
import { listConsoleMails, waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { orderWithNewAccount, payOnStripePage, proveAddress, signInElsewhere } from './clients.ts'

test('PAY-28 twenty deliveries of every event with the success page open leave one payment and one mail', async () => {
  const page = await openVisitorPage()
  const person = createJourneyPerson()
  const { token, url } = await orderWithNewAccount(person)
  await page.goto(`/payment-success?session_id=${await payOnStripePage(url, person.email)}`)
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await sendConsoleCommand('stripe/redeliver', { times: 20 })
  await page.reload()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()

  await waitForMail(person.email, /pago/)
  await proveAddress(person, token)
  const hers = await signInElsewhere(person)
  await hers.goto('/client?tab=invoices')
  await hers.getByText('80,00').first().waitFor()
  expect(await hers.getByRole('row', { name: /80,00/ }).count()).toBe(1)
  expect((await listConsoleMails(person.email)).filter(({ subject }) => /pago/.test(subject))).toHaveLength(1)
})
