import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Result } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { COOKIE_POLICY_VERSION, PRODUCT_SLUG } from '#contract/product'
import type { BrowserSession } from './browser-session.ts'
import { createNetworkAddress } from './network-address.ts'
import { getProductSite } from './product-site.ts'

let browser: Promise<Browser> | undefined

const openBrowser = () =>
  chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    // Root in a container cannot use Chromium's sandbox, and no test may use the network.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export const phoneViewport = { width: 390, height: 844 }
export const laptopViewport = { width: 1280, height: 800 }

export interface VisitorOptions {
  readonly size?: typeof phoneViewport
  readonly site?: string
  /**
   * Whether the device has a touch screen.
   * @default false
   */
  readonly touch?: boolean
  /**
   * Time zone, e.g. `America/Bogota`.
   * @default that of this machine
   */
  readonly zone?: string
  /**
   * Whether optional cookies were refused before.
   * @default true
   */
  readonly askedBefore?: boolean
  /**
   * Stored session ('stay signed in').
   * @default not signed in
   */
  readonly session?: BrowserSession | undefined
  /** Entries that localStorage has before the first visit, besides those of the session. */
  readonly storage?: Readonly<Record<string, string>>
}

const refusedCookies = () => {
  const choice = { necessary: true, analytics: false, marketing: false, timestamp: Date.now() }
  const value = JSON.stringify({ ...choice, textVersion: COOKIE_POLICY_VERSION, receiptId: 'cns_00000000' })
  return { [`${PRODUCT_SLUG}:cookies`]: value }
}

/**
 * Fills localStorage before the first script of the first page; later changes by the pages stay. Playwright's
 * `storageState` opens an additional page for it, which takes as long as opening an empty page.
 */
function fillStorageOnce({ site, entries }: { site: string; entries: Readonly<Record<string, string>> }): void {
  const filled = 'journey:storage-filled'
  if (window.location.origin !== site || window.localStorage.getItem(filled)) return
  for (const [name, value] of Object.entries({ ...entries, [filled]: 'true' })) window.localStorage.setItem(name, value)
}

/** Moves the pointer repeatedly: a busy browser merges moves, and a single one reports no movement. */
export async function movePointerUntil(page: Page, hasComeToLife: () => Promise<boolean>): Promise<void> {
  let at = 40
  await expect
    .poll(async () => {
      at = at >= 90 ? 40 : at + 10
      await page.mouse.move(at, at)
      return hasComeToLife()
    })
    .toBe(true)
}

export async function openVisitorPage({
  size = phoneViewport,
  site = getProductSite(),
  touch = false,
  zone,
  askedBefore = true,
  session,
  storage,
}: VisitorOptions = {}): Promise<Page> {
  browser ??= openBrowser()
  const context = await (
    await browser
  ).newContext({
    viewport: size,
    baseURL: site,
    locale: 'es-ES',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-local-address': createNetworkAddress() },
    ...(touch && { hasTouch: true, isMobile: true }),
    ...(zone && { timezoneId: zone }),
  })
  const entries = { ...(askedBefore && refusedCookies()), ...session?.storage, ...storage }
  if (Object.keys(entries).length > 0) await context.addInitScript(fillStorageOnce, { site, entries })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await sayWhatIsShown(context.pages())
    else await takePictures(task.name, context.pages())
    await context.close()
  })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/**
 * Screenshots at the end of a journey, named by the checklist rows of its title: `SEC-18.png`, a second page
 * `SEC-18-2.png`. Only when `JOURNEY_PICTURES` names a folder.
 */
async function takePictures(title: string, pages: readonly Page[]): Promise<void> {
  const folder = process.env['JOURNEY_PICTURES']
  const rows = title.match(/\b[A-Z]{3,4}-\d{2}\b/g)
  if (!folder || !rows) return
  mkdirSync(folder, { recursive: true })
  for (const page of pages) {
    const picture = await page.screenshot({ fullPage: true })
    for (const row of rows) {
      let file = join(folder, `${row}.png`)
      for (let nth = 2; existsSync(file); nth += 1) file = join(folder, `${row}-${nth}.png`)
      writeFileSync(file, picture)
    }
  }
}

async function sayWhatIsShown(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const shown = await page.innerText('body', { timeout: 1000 }).catch(String)
    console.error(`${page.url()}\n${shown}`)
  }
}

/** Half the size of `axe.source`, which every page has to parse. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe inside the page: @axe-core/playwright opens another page for each result, which takes twice as long. */
async function violationsOn(page: Page): Promise<readonly Result[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axeSource)
  // Preloading only serves two rules that are off or have nothing to check here.
  return page.evaluate("axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)")
}

/** No axe violations and no horizontal overflow. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const violations = await violationsOn(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  await expectNoOverflow(page)
}

async function expectNoOverflow(page: Page): Promise<void> {
  const { pixels, outside } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const elements = scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')] : []
    const beyond = elements.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    return { pixels: scrollWidth - clientWidth, outside: beyond.map(({ outerHTML }) => outerHTML.slice(0, 200)) }
  })
  expect(pixels, `sticks out to the right at ${page.url()}:\n${outside.join('\n')}`).toBeLessThanOrEqual(0)
}

/** At 390 and 1280 pixels. */
export async function expectAccessibleAtBothSizes(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const each of [phoneViewport, laptopViewport]) {
    await page.setViewportSize(each)
    await expectAccessiblePage(page)
  }
  if (size) await page.setViewportSize(size)
}

const listUnreachableControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const root =
      [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body
    const controls = [...root.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, select')]
    const unreachable = controls.filter((control) => {
      if (!control.checkVisibility()) return false
      control.scrollIntoView({ block: 'center' })
      // The first line of a wrapped link.
      const [box] = control.getClientRects()
      const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (!box || !hit || box.left < 0 || box.right > window.innerWidth) return true
      // A notice disappears by itself.
      if (hit.closest('[data-sonner-toaster]')) return false
      return !control.contains(hit) && hit.closest('label')?.control !== control
    })
    window.scrollTo(0, 0)
    return unreachable.map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

/**
 * At 390 and 1280 pixels each step of a story can be taken: accessible, no horizontal overflow, and every control of
 * the page, or of the open dialog, can be pressed.
 */
export async function expectUsableAtBothSizes(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const each of [phoneViewport, laptopViewport]) {
    await page.setViewportSize(each)
    await expectAccessiblePage(page)
    expect(await listUnreachableControls(page), `${each.width} pixels at ${page.url()}`).toEqual([])
  }
  if (size) await page.setViewportSize(size)
}

const tabletViewport = { width: 768, height: 1024 }

/** A laptop at 200 % zoom, which halves the CSS pixels. */
const zoomedViewport = { width: laptopViewport.width / 2, height: laptopViewport.height / 2 }

/** At 390, 768 and 1280 pixels, and at 200 % zoom. */
export async function expectPageAccessibleAtEverySize(page: Page): Promise<void> {
  const size = page.viewportSize()
  await expectAccessibleAtBothSizes(page)
  await page.setViewportSize(tabletViewport)
  await expectAccessiblePage(page)
  await page.setViewportSize(zoomedViewport)
  await expectAccessiblePage(page)
  if (size) await page.setViewportSize(size)
}
