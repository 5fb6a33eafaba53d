import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { demoScanSettings } from '../../bin/local/malware-scan.ts'
import { listConsoleMails, sendConsoleCommand } from '../support/local-console.ts'
import { expectAccessiblePage } from '../support/visitor.ts'
import { openAdministratorPage, runAtPhoneSize } from './admin.ts'
import type { JourneyPerson } from './buying.ts'
import { signInConsentingBuyer } from './clients.ts'

afterEach(async () => {
  await sendConsoleCommand('malware-scan', demoScanSettings)
})

async function openRecord(page: Page, { email }: JourneyPerson): Promise<void> {
  await page.goto(`/admin?buscar=${encodeURIComponent(email)}`)
  await page.getByRole('region', { name: 'Lista de Clientes' }).getByRole('link', { name: 'Marta Ruiz Peña' }).click()
  await page
    .getByRole('navigation', { name: 'Secciones de la ficha' })
    .getByRole('link', { name: 'Analíticas' })
    .click()
  // The form of the part before has a field of the same name.
  await page.getByRole('region', { name: 'Analíticas', exact: true }).waitFor()
}

async function upload(page: Page, name: string): Promise<void> {
  const document = await PDFDocument.create()
  document.addPage()
  const buffer = Buffer.from(await document.save())
  await page.getByLabel('Archivos', { exact: true }).setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  await page.getByRole('list', { name: 'Subidas' }).getByText('Subido, en revisión').waitFor()
}

async function expectAccessibleOnBoth(page: Page): Promise<void> {
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
}

test('an analysis whose scan takes its time is under review, then by itself the client’s to see', async () => {
  await sendConsoleCommand('malware-scan', { pace: 'late' })
  const { page: theirs, person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await openRecord(page, person)
  await upload(page, 'Microbiota.pdf')
  await page.getByRole('cell', { name: /^Microbiota\.pdf En revisión/ }).waitFor()
  await expectAccessibleOnBoth(page)
  await theirs.goto('/client?tab=analytics')
  await theirs.getByText(/Todavía no tienes analíticas/).waitFor()
  expect((await listConsoleMails(person.email)).filter(({ subject }) => /documento nuevo/.test(subject))).toEqual([])

  await sendConsoleCommand('malware-scan/finish', {})

  await page.getByRole('button', { name: 'Descargar Microbiota.pdf' }).waitFor()
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Descargar Microbiota.pdf' }).waitFor()
})

test('an analysis that is found infected never reaches the client, and the administrador reads which, whose, why and what to do', async () => {
  await sendConsoleCommand('malware-scan', { pace: 'late', result: 'THREATS_FOUND', twice: true })
  const { page: theirs, person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await openRecord(page, person)
  await upload(page, 'Infectada.pdf')

  await sendConsoleCommand('malware-scan/finish', {})
  await page.getByRole('cell', { name: /^Infectada\.pdf Rechazado Contenía software malicioso/ }).waitFor()
  await page.goto('/admin')

  const row = page.getByRole('list', { name: 'Por hacer' }).getByRole('listitem').filter({ hasText: 'Infectada.pdf' })
  const more = page.getByRole('button', { name: /^Ver \d+ más/ })
  await row.or(more).first().waitFor()
  if (await more.isVisible()) await more.click()
  await row.getByText(/Marta Ruiz Peña, Infectada\.pdf\. Contenía software malicioso y lo hemos borrado\./).waitFor()
  await expectAccessibleOnBoth(page)
  await theirs.goto('/client?tab=analytics')
  await theirs.getByText(/Todavía no tienes analíticas/).waitFor()
  expect((await listConsoleMails(person.email)).filter(({ subject }) => /documento nuevo/.test(subject))).toEqual([])
  await row.getByRole('button', { name: 'Descartar Infectada.pdf' }).click()
  await row.waitFor({ state: 'detached' })
})
