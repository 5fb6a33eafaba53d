import { writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { composeContactSheet, type SheetCell, toWebp } from '../support/contact-sheet.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { laptopViewport, openVisitorPage, phoneViewport } from '../support/visitor.ts'

/* Screens at both widths, gathered into docs/pictures/{name of a sheet}-{390,1280}.webp and product.png. */

const viewports = { 390: phoneViewport, 1280: laptopViewport } as const

/** By width of the screen: how many are beside each other, and how wide in pixels. */
const sheets = {
  road: { 390: { columns: 5, width: 260 }, 1280: { columns: 3, width: 640 } },
  client: { 390: { columns: 3, width: 260 }, 1280: { columns: 2, width: 720 } },
  practice: { 390: { columns: 6, width: 230 }, 1280: { columns: 2, width: 720 } },
  record: { 390: { columns: 4, width: 230 }, 1280: { columns: 2, width: 720 } },
  notes: { 390: { columns: 2, width: 260 }, 1280: { columns: 2, width: 640 } },
  questionnaire: { 390: { columns: 5, width: 230 }, 1280: { columns: 2, width: 640 } },
  protocol: { 390: { columns: 3, width: 260 }, 1280: { columns: 2, width: 720 } },
  dialogs: { 390: { columns: 3, width: 230 }, 1280: { columns: 3, width: 640 } },
  messages: { 390: { columns: 6, width: 230 }, 1280: { columns: 2, width: 640 } },
  'check-in': { 390: { columns: 5, width: 230 }, 1280: { columns: 2, width: 640 } },
  'budgets-client': { 390: { columns: 4, width: 230 }, 1280: { columns: 2, width: 720 } },
  'budgets-practice': { 390: { columns: 6, width: 230 }, 1280: { columns: 2, width: 720 } },
  'booking-visitor': { 390: { columns: 6, width: 230 }, 1280: { columns: 3, width: 640 } },
  'booking-client': { 390: { columns: 6, width: 230 }, 1280: { columns: 3, width: 640 } },
  'booking-practice': { 390: { columns: 7, width: 230 }, 1280: { columns: 3, width: 640 } },
  analyses: { 390: { columns: 5, width: 230 }, 1280: { columns: 3, width: 640 } },
} as const
type Sheet = keyof typeof sheets
export const widths = [390, 1280] as const
type Width = (typeof widths)[number]

const screens = new Map<`${Sheet}-${Width}`, SheetCell[]>()
export const screensOf = (sheet: Sheet, width: Width): SheetCell[] => screens.get(`${sheet}-${width}`) ?? []

export interface Screen {
  readonly title: string
  readonly path: string
  readonly wait: (page: Page) => Promise<unknown>
  readonly on: readonly Sheet[]
}

async function takePicture(page: Page): Promise<Buffer> {
  await waitUntilLoaded(page)
  return page.screenshot({ animations: 'disabled' })
}

export async function put(page: Page, width: Width, { title, on }: Pick<Screen, 'title' | 'on'>): Promise<void> {
  const pictures = [await takePicture(page)]
  for (const sheet of on) putOn(sheet, width, { title, pictures })
}

function putOn(sheet: Sheet, width: Width, { title, pictures }: SheetCell): void {
  const before = screensOf(sheet, width)
  screens.set(`${sheet}-${width}`, [...before, { title: `${before.length + 1} ${title}`, pictures }])
}

export const resize = async (page: Page, width: Width): Promise<void> => page.setViewportSize(viewports[width])

/** @param wait after each change of the width */
export async function putBoth(page: Page, { wait, ...screen }: Omit<Screen, 'path'>): Promise<void> {
  // Nothing is pointed at.
  await page.mouse.move(0, 0)
  for (const width of widths) {
    await resize(page, width)
    await wait(page)
    await put(page, width, screen)
  }
}

export async function look(page: Page, { path, wait, ...screen }: Screen): Promise<void> {
  for (const width of widths) {
    await resize(page, width)
    await page.goto(path)
    await wait(page)
    await put(page, width, screen)
  }
}

export const section = (id: string) => (page: Page) => showTop(page.locator(id))

export const showTop = async (part: Locator): Promise<void> =>
  part.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))

export const showWhole = async (part: Locator): Promise<void> =>
  part.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }))

export async function writeSheets(names: readonly Sheet[]): Promise<void> {
  const page = await openVisitorPage()
  for (const sheet of names)
    for (const width of widths) {
      const picture = await composeContactSheet(page, screensOf(sheet, width), sheets[sheet][width])
      writeFileSync(`docs/pictures/${sheet}-${width}.webp`, await toWebp(page, picture))
    }
  if (!names.includes('road')) return
  const laptop = screensOf('road', 1280)
  const shown = ['Landing page', '«Hoy»'].map((name): SheetCell => {
    const found = laptop.find(({ title }) => title.endsWith(` ${name}`))
    return { title: '', pictures: found?.pictures ?? [] }
  })
  writeFileSync('docs/pictures/product.png', await composeContactSheet(page, shown, { columns: 2, width: 800 }))
}
