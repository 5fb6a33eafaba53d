import { writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { questionnaireSections } from '../../frontend/src/features/questionnaire/questionnaire-sections.ts'
import { composeContactSheet, type SheetCell, toWebp } from '../support/contact-sheet.ts'
import { laptopViewport, openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openAdministratorPage } from './admin.ts'
import { openDemoClientPage, signInNewClient } from './clients.ts'
import { moveClockTo, setRoom } from './whole-life.ts'

/*
 * Screenshots of the main pages with the demo clients, for client and practice. With `SCREEN_SHEETS` it also writes
 * docs/pictures/{road,practice,record,notes,questionnaire,dialogs}-{390,1280}.webp, and product.png.
 */
const writesSheets = Boolean(process.env['SCREEN_SHEETS'])

const viewports = { 390: phoneViewport, 1280: laptopViewport } as const

/** By viewport width: columns of the sheet, and picture width in pixels. */
const sheets = {
  road: { 390: { columns: 6, width: 260 }, 1280: { columns: 3, width: 640 } },
  practice: { 390: { columns: 4, width: 290 }, 1280: { columns: 2, width: 720 } },
  record: { 390: { columns: 4, width: 230 }, 1280: { columns: 2, width: 720 } },
  notes: { 390: { columns: 2, width: 260 }, 1280: { columns: 2, width: 640 } },
  questionnaire: { 390: { columns: 5, width: 230 }, 1280: { columns: 2, width: 640 } },
  dialogs: { 390: { columns: 3, width: 230 }, 1280: { columns: 3, width: 640 } },
} as const
type Sheet = keyof typeof sheets
const sheetNames = Object.keys(sheets) as Sheet[]
const widths = [390, 1280] as const
type Width = (typeof widths)[number]

const screens = new Map<`${Sheet}-${Width}`, SheetCell[]>()
const screensOf = (sheet: Sheet, width: Width): SheetCell[] => screens.get(`${sheet}-${width}`) ?? []

interface Screen {
  readonly title: string
  readonly path: string
  readonly wait: (page: Page) => Promise<unknown>
  readonly on: readonly Sheet[]
}

async function takePicture(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle')
  return page.screenshot({ animations: 'disabled' })
}

function putOn(sheet: Sheet, width: Width, { title, pictures }: SheetCell): void {
  const before = screensOf(sheet, width)
  screens.set(`${sheet}-${width}`, [...before, { title: `${before.length + 1} ${title}`, pictures }])
}

async function look(page: Page, { title, path, wait, on }: Screen): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(viewports[width])
    await page.goto(path)
    await wait(page)
    const pictures = writesSheets ? [await takePicture(page)] : []
    for (const sheet of on) putOn(sheet, width, { title, pictures })
  }
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

const section = (id: string) => (page: Page) =>
  page.locator(id).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))

async function writeSheets(): Promise<void> {
  const page = await openVisitorPage()
  for (const sheet of sheetNames)
    for (const width of widths) {
      const picture = await composeContactSheet(page, screensOf(sheet, width), sheets[sheet][width])
      writeFileSync(`docs/pictures/${sheet}-${width}.webp`, await toWebp(page, picture))
    }
  const laptop = screensOf('road', 1280)
  const shown: SheetCell[] = [0, 3].map((at) => ({ title: '', pictures: laptop[at]?.pictures ?? [] }))
  writeFileSync('docs/pictures/product.png', await composeContactSheet(page, shown, { columns: 2, width: 800 }))
}

const ofRoad = async (page: Page, title: string, path: string, wait: Screen['wait']) =>
  look(page, { title, path, wait, on: ['road'] })

/** The last client of the list for whom the practice has something to do. */
async function findRowOfPracticeTurn(page: Page): Promise<Locator> {
  await page.getByLabel('Situación').selectOption({ label: 'Tu turno' })
  // Only this list shows deadlines.
  const rows = page.locator('tr').filter({ hasText: /Tu turno hasta/ })
  await rows.first().waitFor()
  return rows.last()
}

async function lookAtPractice(page: Page): Promise<void> {
  const today = page.getByRole('region', { name: 'Hoy' })
  const isThere = () =>
    today
      .getByRole('link', { name: /^Entrar/ })
      .first()
      .waitFor()
  const mine = async () => {
    await isThere()
    const row = await findRowOfPracticeTurn(page)
    await row.scrollIntoViewIfNeeded()
    return row
  }
  const path = '/admin'
  await look(page, { title: 'Practice’s panel', path, wait: isThere, on: ['road', 'practice'] })
  await look(page, { title: 'List by whose turn it is', path, wait: mine, on: ['practice'] })
  const openMenu = async () => (await mine()).getByRole('button').last().click()
  await look(page, { title: 'Menu of a row', path, wait: openMenu, on: ['practice'] })
  const search = async () => {
    await isThere()
    await page.keyboard.press('/')
    await page.getByRole('dialog').locator('input').fill('lu')
    await page.getByRole('option').first().waitFor()
  }
  await look(page, { title: 'Search with /', path, wait: search, on: ['practice'] })
}

async function lookAtQuestionnaire(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(viewports[width])
    await page.goto('/client?tab=questionnaire')
    for (const [index, { title }] of questionnaireSections.entries()) {
      if (index > 0) await page.getByRole('link', { name: 'Siguiente' }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      const nav = page.getByRole('navigation', { name: 'Pasos del cuestionario' })
      await nav.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
      putOn('questionnaire', width, { title, pictures: writesSheets ? [await takePicture(page)] : [] })
    }
  }
}

/** Scrolling continues for some moments after focusing. */
async function reachSummary(page: Page): Promise<void> {
  const field = page.getByLabel('Resumen para el cliente')
  await field.waitFor()
  // Content loading beside and above shifts the field.
  await page.waitForLoadState('networkidle')
  await field.focus()
  const isUncovered = () =>
    field.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 20, top + 20) === element
    })
  await expect.poll(isUncovered).toBe(true)
}

/** Path of the record of the client in the running consultation. */
async function findRecord(page: Page): Promise<string> {
  const record = page
    .getByRole('region', { name: 'Hoy' })
    .getByRole('link', { name: /^Abrir ficha/ })
    .first()
  return /^\/client\/[^?/]+/.exec((await record.getAttribute('href')) ?? '')?.[0] ?? ''
}

async function lookAtRecord(page: Page): Promise<void> {
  const now = page.getByRole('region', { name: 'Consulta de ahora' })
  const tab = (name: string | RegExp, shown: string) => async () => {
    await now.waitFor()
    await page.getByRole('navigation', { name: 'Secciones de la ficha' }).getByRole('link', { name }).click()
    await page.getByText(shown).first().waitFor()
    await section('.record-tabs')(page)
  }
  const path = await findRecord(page)
  await look(page, { title: 'Head of the record', path, wait: () => now.waitFor(), on: ['road', 'record'] })
  const notes = (await page.getByRole('link', { name: 'Notas de la consulta' }).first().getAttribute('href')) ?? ''
  await look(page, { title: 'Its consultations', path, wait: tab('Consultas', 'Seguimiento'), on: ['record'] })
  await look(page, { title: 'Its protocol', path, wait: tab(/Suplementación|Pauta/, 'Magnesio'), on: ['record'] })
  const timeline = async () => {
    await page.getByRole('heading', { name: 'Cronología' }).click()
    await page.locator('.timeline-day').first().waitFor()
    await section('#timeline-title')(page)
  }
  await look(page, { title: 'Its timeline', path, wait: timeline, on: ['record'] })
  const reason = () => page.getByLabel('Motivo').waitFor()
  await look(page, { title: 'Session notes', path: notes, wait: reason, on: ['road', 'notes'] })
  const summary = async () => {
    await reason()
    await reachSummary(page)
  }
  await look(page, { title: 'The summary below them', path: notes, wait: summary, on: ['notes'] })
  await ofRoad(page, 'Protocol grid', `${path}/pauta`, () => page.getByLabel('Añadir suplemento').waitFor())
}

test('every screen of the day and the road opens, for a visitor, the demo client, a new one and the practice', async () => {
  const visitor = await openVisitorPage()
  await ofRoad(visitor, 'Landing page', '/', heading(/./))
  await ofRoad(visitor, 'What one receives, and its cost', '/', section('#ejemplos'))
  await ofRoad(visitor, 'The expert', '/', section('#nuestro-experto'))

  const client = await openDemoClientPage()
  await client.goto('/client')
  const next = client.getByRole('region', { name: /^Tu próxima consulta/ }).locator('time')
  const startsAt = (await next.first().getAttribute('datetime')) ?? ''
  await ofRoad(client, '«Hoy»', '/client', (page) => page.locator('.today input[type=checkbox]').first().waitFor())
  const { page: beginner } = await signInNewClient()
  await ofRoad(beginner, 'Nothing bought, three hours', '/client', async (page) => {
    await page.locator('.offer').waitFor()
    await page.waitForLoadState('networkidle')
    await section('.offer')(page)
  })
  await ofRoad(client, '«Tu proceso»', '/client/proceso', (page) => page.locator('.pathway-step').last().waitFor())
  await ofRoad(
    client,
    'Questionnaire',
    '/client?tab=questionnaire',
    section('nav[aria-label="Pasos del cuestionario"]'),
  )
  await lookAtQuestionnaire(client)

  await moveClockTo(startsAt, 1)
  const practice = await openAdministratorPage()
  await setRoom(practice)
  await lookAtPractice(practice)
  await practice.goto('/admin')
  await lookAtRecord(practice)

  const counts = sheetNames.map((sheet) => widths.map((width) => screensOf(sheet, width).length))
  expect(counts).toEqual([11, 4, 4, 2, 5, 0].map((count) => [count, count]))
}, 180_000)

test('every dialog of the record opens, of its step, its notes and its protocol, and the list of keys', async () => {
  const page = await openAdministratorPage()
  await page.goto('/admin')
  const path = await findRecord(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const open = async (title: string, at: string, go: () => Promise<unknown>) =>
    look(page, { title, path: at, wait: go, on: ['dialogs'] })
  const press = (button: string | RegExp, name: string) => async () => {
    await page.getByRole('button', { name: button }).first().click()
    await dialog(name).waitFor()
  }

  await open('List of keys', path, async () => {
    await page.getByRole('region', { name: 'Consulta de ahora' }).waitFor()
    await page.keyboard.press('?')
    await dialog('Atajos de teclado').waitFor()
  })
  await page.goto('/admin')
  const [other = ''] =
    /^\/client\/[^?/]+/.exec(
      (await (await findRowOfPracticeTurn(page)).getByRole('link').first().getAttribute('href')) ?? '',
    ) ?? []
  await open('Correct the step', other, press('Corregir el paso', 'Corregir el paso'))
  await page.goto(path)
  const notes = (await page.getByRole('link', { name: 'Notas de la consulta' }).first().getAttribute('href')) ?? ''
  await open('Versions of the notes', notes, async () => {
    await page.getByLabel('Motivo').fill('Hinchazón después de comer')
    await page.getByText(/^Guardado a las/).waitFor()
    await press(/^versión/, 'Versiones de las notas')()
  })

  const grid = `${path}/pauta`
  await open('Templates', grid, press(/^Usar una plantilla/, 'Usar una plantilla o una pauta anterior'))
  await open('Save as a template', grid, press('Guardar como plantilla', 'Guardar como plantilla'))
  await open('Publish', grid, async () => {
    const entry = page.getByLabel('Añadir suplemento')
    await entry.waitFor()
    // At the second width the draft of the first exists already.
    if (await page.getByRole('button', { name: 'Publicar pauta' }).isDisabled()) {
      await entry.fill('Melatonina 1 mg noche')
      await entry.press('Enter')
    }
    await press('Publicar pauta', '¿Publicar la pauta?')()
  })

  expect(widths.map((width) => screensOf('dialogs', width).length)).toEqual([6, 6])
  if (writesSheets) await writeSheets()
})

test('the summary in the session notes is not covered by their foot while somebody writes in it', async () => {
  const page = await openAdministratorPage()
  const today = page.getByRole('region', { name: 'Hoy' })
  await today
    .getByRole('link', { name: /^Notas/ })
    .first()
    .click()

  for (const width of widths) {
    await page.setViewportSize(viewports[width])
    await page.getByLabel('Motivo').focus()
    await reachSummary(page)
  }
})
