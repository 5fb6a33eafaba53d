import { expect, test } from 'vitest'
import { getMailLink, waitForMail } from '../support/local-console.ts'
import { openAdministratorPage } from './admin.ts'
import { signInNewBuyer } from './clients.ts'

test('a payment that its buyer disputes at the bank is mailed to the practice, whose link leads to how it stands, until it is lost', async () => {
  const { person } = await signInNewBuyer()
  const page = await openAdministratorPage()
  const actAtStripe = async (name: RegExp, done: string) => {
    await page.goto('/_local')
    await page.getByRole('button', { name }).first().click()
    await page.getByText(done, { exact: true }).waitFor()
  }

  await actAtStripe(new RegExp(`^Disputar: 80,00\\s€ de ${person.email}$`), 'Pago disputado.')
  const record = getMailLink(await waitForMail('', /^Pago reclamado al banco$/))
  await page.goto(record)
  await page.getByText(/^En disputa con el banco: responde en Stripe antes del/).waitFor()

  await actAtStripe(/^Perder: 80,00/, 'Disputa perdida.')
  await waitForMail('', /^Pago devuelto por el banco$/)
  await page.goto(record)
  const state = page.getByText('Devuelto por el banco', { exact: true })
  await state.waitFor()

  expect(await state.count()).toBe(1)
})
