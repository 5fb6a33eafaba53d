import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { composeContactSheet, type SheetCell, toWebp } from '../support/contact-sheet.ts'
import { laptopViewport, openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openAdministratorPage } from './admin.ts'
import { openDemoClientPage, signInNewClient } from './clients.ts'
import { moveClockTo, setRoom } from './whole-life.ts'

/*
 * The screens of the day and the road, for the client and for the practice, with the demo clients. With `SCREEN_SHEETS` it also
 * writes docs/pictures/road-390.webp, road-1280.webp, and product.png.
 */
const sheets = [
  { name: 'road-390', viewport: phoneViewport, columns: 6, width: 260 },
  { name: 'road-1280', viewport: laptopViewport, columns: 3, width: 640 },
] as const

const screens: { readonly title: string; readonly pictures: readonly Buffer[] }[][] = sheets.map(() => [])

/** At both widths, once what is shown has come. */
async function look(page: Page, title: string, path: string, wait: (page: Page) => Promise<unknown>): Promise<void> {
  for (const [at, { viewport }] of sheets.entries()) {
    await page.setViewportSize(viewport)
    await page.goto(path)
    await wait(page)
    await page.waitForLoadState('networkidle')
    const shown = await page.screenshot({ animations: 'disabled' })
    screens[at]?.push({ title: `${screens[at].length + 1} ${title}`, pictures: [shown] })
  }
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

/** Scrolls there. */
const section = (id: string) => (page: Page) =>
  page.locator(id).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))

async function writeSheets(): Promise<void> {
  const page = await openVisitorPage()
  for (const [at, { name, columns, width }] of sheets.entries()) {
    const sheet = await composeContactSheet(page, screens[at] ?? [], { columns, width })
    writeFileSync(`docs/pictures/${name}.webp`, await toWebp(page, sheet))
  }
  const [, laptop = []] = screens
  const shown: SheetCell[] = [0, 3].map((at) => ({ title: '', pictures: laptop[at]?.pictures ?? [] }))
  writeFileSync('docs/pictures/product.png', await composeContactSheet(page, shown, { columns: 2, width: 800 }))
}

test('every screen of the day and the road opens, for a visitor, the demo client, a new one and the practice', async () => {
  const visitor = await openVisitorPage()
  await look(visitor, 'Landing page', '/', heading(/./))
  await look(visitor, 'What one receives, and its cost', '/', section('#ejemplos'))
  await look(visitor, 'The expert', '/', section('#nuestro-experto'))

  const client = await openDemoClientPage()
  await client.goto('/client')
  const next = client.getByRole('region', { name: /^Tu próxima consulta/ }).locator('time')
  const startsAt = (await next.first().getAttribute('datetime')) ?? ''
  await look(client, '«Hoy»', '/client', (page) => page.locator('.today input[type=checkbox]').first().waitFor())
  const { page: beginner } = await signInNewClient()
  await look(beginner, 'Nothing bought, three hours', '/client', (page) => page.locator('.offer').waitFor())
  await look(client, '«Tu proceso»', '/client/proceso', (page) => page.locator('.pathway-step').last().waitFor())
  await look(client, 'Questionnaire', '/client?tab=questionnaire', section('nav[aria-label="Secciones de mi panel"]'))

  await moveClockTo(startsAt, 1)
  const practice = await openAdministratorPage()
  await setRoom(practice)
  await look(practice, 'Practice’s panel', '/admin', (page) =>
    page
      .getByRole('region', { name: 'Hoy' })
      .getByRole('link', { name: /^Entrar/ })
      .first()
      .waitFor(),
  )
  const record = await practice
    .getByRole('region', { name: 'Hoy' })
    .getByRole('link', { name: /^Abrir ficha/ })
    .first()
    .getAttribute('href')
  const [ofClient = ''] = /^\/client\/[^?/]+/.exec(record ?? '') ?? []
  await look(practice, 'Head of the record', ofClient, (page) =>
    page.getByRole('region', { name: 'Consulta de ahora' }).waitFor(),
  )
  const notes = await practice.getByRole('link', { name: 'Notas de la consulta' }).first().getAttribute('href')
  await look(practice, 'Session notes', notes ?? '', (page) => page.getByLabel('Motivo').waitFor())
  await look(practice, 'Protocol grid', `${ofClient}/pauta`, (page) => page.getByLabel('Añadir suplemento').waitFor())

  for (const each of screens) expect(each).toHaveLength(11)
  if (process.env['SCREEN_SHEETS']) await writeSheets()
}, 120_000)
