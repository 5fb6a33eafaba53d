import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { getDemoAccount, listConsoleMails } from '../support/local-console.ts'
import { findFreePort } from '../support/free-port.ts'
import { endProductProcess, startProductProcess } from '../support/product-process.ts'
import { openVisitorPage } from '../support/visitor.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout, signInOnPage } from './buying.ts'

async function aKeptProduct(options: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-kept-'))
  const port = await findFreePort()
  const start = () => startProductProcess(['--data', folder, ...options], port)
  const first = await start()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { first, start, port }
}

test('what was bought and who is signed in survive a kill -9', async () => {
  const { first, start } = await aKeptProduct(inject('productOptions'))
  const page = await openVisitorPage({ site: first.site })
  const person = createJourneyPerson()
  await fillPurchaseForm(page, person)
  await goToCheckout(page)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByText('¡Pago procesado exitosamente!').first().waitFor()
  await signInOnPage(page, await getDemoAccount('cliente', first.site))
  await page.waitForURL('**/client')
  await page.goto('about:blank')

  await endProductProcess(first, 'SIGKILL')
  const second = await start()
  onTestFinished(() => void endProductProcess(second))

  await page.goto('/client?tab=invoices')
  await page.getByText('80,00').first().waitFor()
  await expect
    .poll(async () => (await listConsoleMails(person.email, second.site)).filter(({ subject }) => /pago/.test(subject)))
    .toHaveLength(1)
})

test('a port that is taken is named in a sentence, and the product that holds it goes on', async () => {
  const { first, port } = await aKeptProduct()
  onTestFinished(() => void endProductProcess(first))

  await expect(startProductProcess(['--memory'], port)).rejects.toThrow(`El puerto ${port} está ocupado`)

  expect((await fetch(`${first.site}/api/health`)).status).toBe(200)
})

test('it ends cleanly on a signal and lets go of its port', async () => {
  const { first, start } = await aKeptProduct(inject('productOptions'))

  expect(await endProductProcess(first, 'SIGTERM')).toBe(0)
  const again = await start()
  onTestFinished(() => void endProductProcess(again))

  expect(await (await fetch(`${again.site}/api/health`)).json()).toEqual({ status: 'ok' })
})
