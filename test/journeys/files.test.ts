import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { formatBytes } from '../../frontend/src/ui/format.ts'
import { expectAccessiblePage } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'

async function atTab(tab: string) {
  const page = await openDemoClientPage()
  await page.goto(`/client?tab=${tab}`)
  return page
}

test.each([
  ['CLI-23', 'analytics', 'Mis Analíticas', 'Análisis de microbiota.pdf'],
  ['CLI-22', 'invoices', 'Mis Facturas', 'Factura primera consulta.pdf'],
])(
  '%s FIL-04 in the tab %s the client downloads a file of %s under its own name, whole, and uploads nothing',
  async (_, tab, title, fileName) => {
    const page = await atTab(tab)
    await page.getByRole('table', { name: title }).waitFor()
    await expectAccessiblePage(page)
    expect(await page.locator('input[type=file]').count()).toBe(0)

    const linked = page.waitForResponse(/\/api\/files\/[^/]+\/download/)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Descargar ${fileName}` }).click()
    const saved = await saving
    const { url } = (await (await linked).json()) as { url: string }

    expect(saved.suggestedFilename()).toBe(fileName)
    const bytes = await readFile(await saved.path())
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1)
    const sent = await fetch(url)
    expect(sent.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true)
    await page.getByRole('cell', { name: formatBytes(bytes.byteLength) }).waitFor()
  },
)

test('FIL-05 a download that fails is said, and the list stays', async () => {
  const page = await atTab('analytics')
  await page.route(/\/api\/files\/[^/]+\/download/, (route) => route.abort())

  await page.getByRole('button', { name: 'Descargar Análisis de microbiota.pdf' }).click()

  await page.getByText('No se pudo descargar el archivo.').waitFor()
  await page.getByRole('cell', { name: /^Análisis de microbiota\.pdf/ }).waitFor()
})

test('on a slow network the list is awaited and not called empty', async () => {
  const page = await atTab('consultations')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/api\/files\?/, async (route) => {
    await gate
    await route.continue()
  })

  await page.getByRole('link', { name: 'Análisis' }).click()
  await page.getByText('Cargando archivos...').waitFor()
  expect(await page.getByText('Todavía no tienes analíticas').count()).toBe(0)
  open()

  await page.getByRole('cell', { name: /^Análisis de microbiota\.pdf/ }).waitFor()
})

test('a list that was refused says so and is there at the next try', async () => {
  const page = await openDemoClientPage()
  await page.route(/\/api\/files\?/, (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.goto('/client?tab=analytics')
  await page.getByRole('alert').waitFor()
  await expectAccessiblePage(page)

  await page.unroute(/\/api\/files\?/)
  await page.getByRole('region', { name: 'Mis Analíticas' }).getByRole('button', { name: 'Reintentar' }).click()

  await page.getByRole('cell', { name: /^Análisis de microbiota\.pdf/ }).waitFor()
})

test('CLI-01 CLI-02 the panel greets by the first name, and going back or reloading keeps the tab', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByText('Panel del Cliente').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Hola, Lucía', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Secciones de mi panel' })
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
    'Salud',
    'Facturas',
    'Análisis',
    'Pauta',
    'Citas',
    'Ajustes',
  ])
  expect(await tabs.locator('[aria-current=page]').innerText()).toBe('Salud')

  for (const [name, tab] of [
    ['Facturas', 'invoices'],
    ['Análisis', 'analytics'],
    ['Pauta', 'supplements'],
    ['Citas', 'consultations'],
    ['Ajustes', 'settings'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await page.waitForURL(`**/client?tab=${tab}`)
  }
  await page.goBack()
  await page.getByRole('heading', { name: 'Próximas consultas' }).waitFor()
  await page.reload()

  await page.getByRole('heading', { name: 'Próximas consultas' }).waitFor()
  expect(await tabs.locator('[aria-current=page]').innerText()).toBe('Citas')
})
