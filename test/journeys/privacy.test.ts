import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getMailLink, waitForMail, sendConsoleCommand } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage } from '../support/visitor.ts'
import { fillPurchaseForm, goToCheckout, signInOnPage } from './buying.ts'
import { signInNewBuyer, signInNewClient } from './clients.ts'

async function atSettings(signIn: typeof signInNewClient = signInNewClient) {
  const { page, person } = await signIn()
  await page.goto('/client?tab=settings')
  await page.getByRole('heading', { name: 'Zona de peligro' }).waitFor()
  return { page, person }
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('checkbox').last().check()
  await dialog.getByLabel('Escribe ELIMINAR para confirmar').fill('eliminar')
  await expectAccessiblePage(page)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await page.getByRole('heading', { name: 'Hemos recibido tu solicitud' }).waitFor()
}

test('CLI-33 FUN-12 A-51 somebody takes their data with them', async () => {
  const { page } = await atSettings(signInNewBuyer)
  const asked = page.waitForResponse((response) => response.request().method() === 'POST')
  // The page polls every two seconds until another function has made the file.
  const downloading = page.waitForEvent('download', { timeout: 0 })

  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  expect((await asked).ok()).toBe(true)
  const download = await downloading

  await page.getByText('Descarga iniciada').waitFor()
  expect(download.suggestedFilename()).toMatch(/^habitat-interior-mis-datos-\d{4}-\d{2}-\d{2}\.zip$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const zip = Buffer.concat(chunks)
  expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  for (const name of ['datos/pagos.json', 'datos/perfil.csv', 'LEEME.txt', 'manifest.json', 'facturas/justificante-']) {
    expect(zip.includes(name), name).toBe(true)
  }
  await expectAccessiblePage(page)
})

test('A-71 whoever has paid for a consultation and not used it is led to it before they delete their account', async () => {
  const { page } = await atSettings(signInNewBuyer)
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  await dialog.getByText(/Tienes una consulta pagada sin usar/).waitFor()
  await expectAccessiblePage(page)

  await dialog.getByRole('link', { name: 'Elige su hora' }).click()

  await page.waitForURL('**/client?tab=consultations')
  await dialog.waitFor({ state: 'detached' })
})

test('CLI-30 CLI-31 LIM-13 A-50 somebody deletes their account, thinks better of it and comes back', async () => {
  const { page, person } = await atSettings()

  await deleteAccount(page)
  await expectAccessiblePage(page)
  await page.goto('/client')
  await page.waitForURL('**/auth**')
  await signInOnPage(page, person)
  await page.getByRole('heading', { name: 'Tu cuenta está cerrada' }).waitFor()
  await page.goto(getMailLink(await waitForMail(person.email, /Vamos a eliminar tu cuenta/)))
  await page.getByRole('button', { name: 'Deshacer la eliminación' }).waitFor()
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: 'Deshacer la eliminación' }).click()
  await page.getByRole('heading', { name: 'Tu cuenta sigue contigo' }).waitFor()

  await signInOnPage(page, person)
  await page.waitForURL('**/client')
})

test('LIM-13 A-50 somebody who does not come back is erased, and their address is free', async () => {
  const { page, person } = await atSettings()
  await deleteAccount(page)
  const link = getMailLink(await waitForMail(person.email, /Vamos a eliminar tu cuenta/))

  await sendConsoleCommand('clock', { advance: 'P31D' })

  await page.goto(link)
  await page.getByRole('button', { name: 'Deshacer la eliminación' }).click()
  await page.getByText(/Este enlace ha caducado/).waitFor()
  await signInOnPage(page, person)
  await page
    .getByText(/Credenciales inválidas/)
    .first()
    .waitFor()
  const anew = await openVisitorPage()
  await fillPurchaseForm(anew, person)
  await goToCheckout(anew)
  expect(anew.url()).toContain('/_local/stripe/pay/')
})
