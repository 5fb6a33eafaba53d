import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { readProductClock } from '../support/local-console.ts'
import { openAdministratorPage } from '../journeys/admin.ts'
import { findDemoCustomerId, openDemoPage } from '../journeys/demo-clients.ts'
import { publishAnalysis, readAnalysisBack, writeAnalysis } from '../journeys/explained-analyses.ts'
import { look, putBoth, screensOf, section, showTop, showWhole, widths, writeSheets } from './screen-sheets.ts'

const andres = 'termina@habitat.example'
const on = ['analyses'] as const
const report = 'Informe de control.pdf'

async function createReport(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= 12; number += 1) {
    const page = document.addPage([595, 842])
    page.drawText('Laboratorio Ribera', { x: 56, y: 770, size: 10, font })
    page.drawText(`Estudio de microbiota intestinal, hoja ${number}`, { x: 56, y: 744, size: 16, font })
    for (let row = 1; row <= 26; row += 1) {
      const y = 720 - row * 24
      for (const [x, text] of [
        [56, `Marcador ${number}.${row}`],
        [240, `${row},${number % 10} %`],
        [340, `${row - 1},0 - ${row + 2},0`],
      ] as const)
        page.drawText(text, { x, y, size: 11, font })
    }
  }
  return Buffer.from(await document.save())
}

async function uploadReport(page: Page): Promise<void> {
  const file = { name: report, mimeType: 'application/pdf', buffer: await createReport() }
  const form = page.getByRole('region', { name: 'Analíticas', exact: true })
  await form.getByLabel('Archivos', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Subir', exact: true }).click()
  await page.getByRole('button', { name: `Descargar ${report}` }).waitFor()
}

const rows = [
  'Calprotectina;41;µg/g;menos de 50',
  'Zonulina;48;ng/ml;20 - 61',
  'pH fecal;6,4;;5,8 - 6,8',
  'Sangre oculta;No detectada;;no detectada',
  ';1;mg/l;',
]

async function explain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explicar una analítica' }).click()
  await writeAnalysis(page, {
    'Fecha de la muestra': addDays(toPracticeDay(await readProductClock()), -2),
    Laboratorio: 'Laboratorio Ribera',
    Método: 'ELISA y cultivo',
    'Qué hemos visto': 'Todo sigue en su intervalo desde que dejaste los suplementos.',
    'Qué significa': 'Lo que habías ganado se mantiene con la alimentación sola.',
    'Qué hacemos': 'Nada nuevo: las verduras y las legumbres de ahora.',
  })
  await page.getByLabel('Informe (opcional)').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Pegar desde CSV' }).click()
  await page.getByLabel('Filas del CSV').fill(rows.join('\n'))
  await page.getByRole('button', { name: 'Ver qué se lee' }).click()
}

async function lookAsPractice(): Promise<void> {
  const path = `/client/${findDemoCustomerId(andres)}?tab=analytics`
  const page = await openAdministratorPage(path)
  await uploadReport(page)
  await explain(page)
  const pasted = async () => showWhole(page.getByText('No: Marcador: Escribe qué se ha medido'))
  await putBoth(page, { title: 'Values pasted from CSV', wait: pasted, on })
  await page.getByRole('button', { name: 'Añadir 4 filas' }).click()
  const grid = async () => showTop(page.getByLabel('Marcador, fila 1'))
  await putBoth(page, { title: 'Grid of values', wait: grid, on })
  await readAnalysisBack(page)
  const back = () => page.getByRole('dialog', { name: 'Repasa antes de publicar' }).waitFor()
  await putBoth(page, { title: 'Read back before publishing', wait: back, on })
  await publishAnalysis(page)
  const listed = async () => {
    await page
      .getByText(/ELISA y cultivo/)
      .first()
      .waitFor()
    await section('#customer-analyses-title')(page)
  }
  await look(page, { title: 'Analyses in the record', path, wait: listed, on })
}

async function lookAsClient(): Promise<void> {
  const path = '/client?tab=analytics'
  const page = await openDemoPage(andres, path, { zone: 'Europe/Madrid' })
  const latest = page.getByRole('link', { name: /^Nuevo.*Muestra del/ })
  const list = async () => {
    await latest.waitFor()
    await section('#own-analyses-title')(page)
  }
  await look(page, { title: 'List of results, client', path, wait: list, on })
  await latest.click()
  const results = page.getByRole('heading', { name: /^Tus resultados del/ })
  await putBoth(page, { title: 'Explained results', wait: () => showTop(results), on })
  const values = async () => showTop(page.getByRole('heading', { name: 'Tus valores' }))
  await putBoth(page, { title: 'Values', wait: values, on })
  const lines = async () => showTop(page.getByRole('heading', { name: 'Con el tiempo' }))
  await putBoth(page, { title: 'Over time', wait: lines, on })
  await page.getByRole('button', { name: 'Ver el informe' }).click()
  await page.getByRole('button', { name: 'Pantalla completa' }).click()
  const whole = () => page.getByText('hoja 1', { exact: false }).first().waitFor({ state: 'attached' })
  await putBoth(page, { title: 'The report, on the whole screen', wait: whole, on })
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('link', { name: 'Preguntar por estos resultados' }).click()
  const own = page.getByLabel('Tu mensaje')
  await expect.poll(() => own.inputValue()).toMatch(/^Sobre mis resultados del/)
  await own.press('End')
  await own.pressSequentially('¿cuándo repetimos?')
  await putBoth(page, { title: 'A question about them', wait: () => showWhole(own), on })
}

test('every screen of an explained analysis opens, for the practice that explains it and for the client', async () => {
  await lookAsPractice()
  await lookAsClient()

  expect(widths.map((width) => screensOf('analyses', width).length)).toEqual([10, 10])
  await writeSheets(on)
}, 240_000)
