import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { defaultScanSettings } from '../../bin/local/malware-scan.ts'
import { listConsoleMails, sendConsoleCommand } from '../support/local-console.ts'
import { expectAccessiblePage, expectPageAccessibleAtEverySize } from '../support/visitor.ts'
import { openAdministratorPage, runAtPhoneSize } from './admin.ts'
import type { JourneyPerson } from './buying.ts'
import { signInConsentingBuyer } from './clients.ts'
import { publishAnalysis, readAnalysisBack, writeAnalysis } from './explained-analyses.ts'

afterEach(async () => {
  await sendConsoleCommand('malware-scan', defaultScanSettings)
})

async function openRecord(page: Page, { email }: JourneyPerson): Promise<void> {
  await page.goto(`/admin?buscar=${encodeURIComponent(email)}`)
  await page.getByRole('region', { name: 'Lista de Clientes' }).getByRole('link', { name: 'Marta Ruiz Peña' }).click()
  await page
    .getByRole('navigation', { name: 'Secciones de la ficha' })
    .getByRole('link', { name: 'Analíticas' })
    .click()
  // The previous tab's form has a field of the same label.
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

/** A mail about a file waits ten minutes for others (decision 0052). */
const letCollectedMailsGo = () => sendConsoleCommand('clock', { advance: 'PT11M' })

const countMailsAboutFiles = async ({ email }: JourneyPerson): Promise<number> =>
  (await listConsoleMails(email)).filter(({ subject }) => /documento nuevo/.test(subject)).length

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
  await letCollectedMailsGo()
  expect(await countMailsAboutFiles(person)).toBe(0)

  await sendConsoleCommand('malware-scan/finish', {})

  await page.getByRole('button', { name: 'Descargar Microbiota.pdf' }).waitFor()
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Descargar Microbiota.pdf' }).waitFor()
  await letCollectedMailsGo()
  await expect.poll(() => countMailsAboutFiles(person)).toBe(1)
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
  await letCollectedMailsGo()
  expect(await countMailsAboutFiles(person)).toBe(0)
  await row.getByRole('button', { name: 'Descartar Infectada.pdf' }).click()
  await row.waitFor({ state: 'detached' })
})

async function createHostilePdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const number of Array.from({ length: 500 }, (_, index) => index + 1)) {
    const page = document.addPage([420, 595])
    page.drawText(`Informe, hoja ${number}`, { x: 40, y: 520, size: 18, font })
    const link = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 420, 595],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://lejos.example/') },
    })
    page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]))
  }
  document.addJavaScript('al-abrir', 'app.alert("dentro"); app.launchURL("https://lejos.example/", true);')
  return Buffer.from(await document.save())
}

const explained = {
  'Qué hemos visto': 'Poca variedad de bacterias.',
  'Qué significa': 'Encaja con la hinchazón. No es un diagnóstico.',
  'Qué hacemos': 'Más fibra, poco a poco.',
}

test('an analysis is typed, pasted, read back, published, seen and corrected; two methods are never in one line, and its PDF harms nothing', async () => {
  const { page: theirs, person } = await signInConsentingBuyer()
  const page = await openAdministratorPage()
  await openRecord(page, person)
  await page
    .getByLabel('Archivos', { exact: true })
    .setInputFiles({ name: 'Informe.pdf', mimeType: 'application/pdf', buffer: await createHostilePdf() })
  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  await page.getByRole('button', { name: 'Descargar Informe.pdf' }).waitFor()

  await page.getByRole('button', { name: 'Explicar una analítica' }).click()
  await writeAnalysis(page, {
    'Fecha de la muestra': '2026-03-02',
    Laboratorio: 'Laboratorio Ejemplo',
    Método: 'ELISA',
    ...explained,
    'Marcador, fila 1': 'Calprotectina',
    'Valor, fila 1': '<38,5',
    'Unidad, fila 1': 'µg/g',
    'Intervalo del laboratorio, fila 1': 'menos de 50',
  })
  await page.getByRole('button', { name: 'Pegar desde CSV' }).click()
  const rows = ['Zinc;0,4;mg/l;0,7 a 1,2', ';1;mg/l;', 'Sangre oculta;No detectada;;no detectada', 'ZINC;0,5;mg/l;']
  await page.getByLabel('Filas del CSV').fill(rows.join('\n'))
  await page.getByRole('button', { name: 'Ver qué se lee' }).click()
  await page.getByText('No: Marcador: Escribe qué se ha medido').waitFor()
  await page.getByText('No: El marcador ya está, con la misma unidad').waitFor()
  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: 'Añadir 2 filas' }).click()
  await theirs.goto('/client?tab=analytics')
  await theirs.getByRole('table', { name: 'Mis Analíticas' }).waitFor()
  await readAnalysisBack(page)
  await expectPageAccessibleAtEverySize(page)
  await publishAnalysis(page)

  // Of another method, half a year later.
  await page.getByRole('button', { name: 'Explicar una analítica' }).click()
  await writeAnalysis(page, {
    'Fecha de la muestra': '2026-10-26',
    Laboratorio: 'Laboratorio Ejemplo',
    Método: 'Espectrometría',
    ...explained,
    'Marcador, fila 1': 'Zinc',
    'Valor, fila 1': '0,9',
    'Unidad, fila 1': 'mg/l',
    'Intervalo del laboratorio, fila 1': '0,7 a 1,2',
  })
  await page.getByLabel('Informe (opcional)').selectOption({ index: 1 })
  await theirs.reload()
  await theirs.getByRole('link', { name: /Nuevo\s*Muestra del 2 de marzo de 2026/ }).waitFor()
  expect(await theirs.getByRole('link', { name: /26 de octubre/ }).count()).toBe(0)
  await readAnalysisBack(page)
  await publishAnalysis(page)

  await theirs.reload()
  await theirs.getByRole('link', { name: /Nuevo\s*Muestra del 26 de octubre de 2026/ }).click()
  await theirs.getByRole('heading', { name: 'Tus resultados del 26 de octubre de 2026' }).waitFor()
  await theirs
    .getByText('No van en una misma línea porque cambia el método: esos valores no se pueden comparar entre sí.')
    .waitFor()
  await theirs.getByRole('img', { name: 'Zinc. Laboratorio Ejemplo, ELISA, mg/l: 0,4 el' }).waitFor()
  await theirs.getByRole('img', { name: 'Zinc. Laboratorio Ejemplo, Espectrometría, mg/l: 0,9 el' }).waitFor()
  expect(await theirs.locator('.chart-line').count()).toBe(0)
  expect(await theirs.locator('body').innerText()).not.toMatch(/\b(alto|bajo|elevado|anormal)\b/i)

  const asked: string[] = []
  theirs.on('request', (request) => asked.push(request.url()))
  theirs.on('dialog', () => asked.push('a dialog of the document'))
  theirs.on('popup', () => asked.push('a window of the document'))
  await theirs.getByRole('button', { name: 'Ver el informe' }).click()
  await theirs.getByText('Página 1 de 500').waitFor()
  await theirs.getByText('Informe, hoja 1', { exact: true }).waitFor({ state: 'attached' })
  await theirs.getByRole('region', { name: 'Página 1 del informe' }).locator('canvas').click()
  await theirs.getByRole('button', { name: 'Página siguiente' }).click()
  await theirs.getByText('Informe, hoja 2', { exact: true }).waitFor({ state: 'attached' })
  expect(asked.filter((each) => !/^(https?:\/\/(localhost|127\.0\.0\.1)|blob:)/.test(each))).toEqual([])
  expect(await theirs.locator('.pdf canvas').count()).toBe(1)
  expect(await theirs.locator('.pdf a, .pdf iframe, .pdf embed, .pdf object').count()).toBe(0)
  await theirs.getByRole('button', { name: 'Descargar el informe' }).waitFor()
  await expectPageAccessibleAtEverySize(theirs)
  const whole = theirs.getByRole('button', { name: 'Pantalla completa' })
  await whole.click()
  const report = theirs.getByRole('dialog', { name: 'El informe completo' })
  await report.getByText('Informe, hoja 2', { exact: true }).waitFor({ state: 'attached' })
  expect(await report.boundingBox()).toMatchObject({ x: 0, y: 0, ...theirs.viewportSize() })
  await expectPageAccessibleAtEverySize(theirs)
  await report.getByRole('button', { name: 'Página siguiente' }).click()
  await report.getByText('Página 3 de 500').waitFor()
  await report.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await theirs.getByText('Informe, hoja 3', { exact: true }).waitFor({ state: 'attached' })
  await expect.poll(() => whole.evaluate((button) => button === document.activeElement)).toBe(true)
  await theirs.getByRole('link', { name: 'Preguntar por estos resultados' }).click()
  await expect
    .poll(() => theirs.getByLabel('Tu mensaje').inputValue())
    .toBe('Sobre mis resultados del 26 de octubre de 2026 (Laboratorio Ejemplo): ')

  await expectPageAccessibleAtEverySize(page)
  await page.getByRole('button', { name: 'Corregir la analítica del 26 de octubre de 2026' }).click()
  await writeAnalysis(page, { 'Valor, fila 1': '0,8' })
  await readAnalysisBack(page)
  await publishAnalysis(page, 'Publicar la corrección')
  await page.getByRole('button', { name: /^Versión 2 de la analítica del 26 de octubre de 2026/ }).click()
  await page.getByRole('heading', { name: /^Versión 1,/ }).waitFor()
  await page.getByRole('cell', { name: '0,9' }).waitFor()
  await expectPageAccessibleAtEverySize(page)
  await theirs.goto('/client?tab=analytics')
  const noted = theirs.waitForResponse(/\/api\/analyses\/[^/]+\/seen$/)
  await theirs.getByRole('link', { name: /Corregido\s*Muestra del 26 de octubre de 2026/ }).click()
  await theirs.getByText('0,8 mg/l').waitFor()
  await noted
  await theirs.goto('/client?tab=analytics')
  await theirs.getByRole('link', { name: /^Muestra del 26 de octubre de 2026/ }).waitFor()
})
