import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  openVisitorPage,
  expectAccessiblePage,
  laptopViewport,
  movePointerUntil,
  phoneViewport,
} from '../support/visitor.ts'

const tablet = { width: 768, height: 1024 }
/** Height in pixels; no section starts below it. */
const headerHeight = 72

/** Waits for the carousel, which hydrates last. */
async function atHome(size = laptopViewport): Promise<Page> {
  const page = await openVisitorPage({ size })
  await page.goto('/')
  await movePointerUntil(page, async () => (await page.locator('.carousel-alive').count()) > 0)
  await page.mouse.move(5, 5)
  return page
}

const carouselOf = (page: Page) => page.getByRole('group', { name: 'Motivos de consulta' })
const place = (page: Page) => carouselOf(page).locator('[aria-live]')
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const openDialogs = (page: Page) => page.locator('dialog[open]').count()
const top = async (section: Locator) => Math.round((await section.boundingBox())?.y ?? Number.NaN)

async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle()
  for (let presses = 0; presses < 90; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement === wanted, element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

const seen = (page: Page) =>
  carouselOf(page).evaluate((carousel) => {
    const view = carousel.querySelector('.carousel-view')?.getBoundingClientRect()
    return [...carousel.querySelectorAll('article')]
      .map((card) => ({ box: card.getBoundingClientRect(), title: card.querySelector('h3')?.textContent }))
      .filter(({ box }) => view && box.left > view.left - 2 && box.right < view.right + 2)
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ title }) => title)
  })

test.each([360, 768, 1280])('the landing page is accessible at %i pixels', async (width) => {
  await expectAccessiblePage(await atHome({ width, height: 800 }))
})

const edges = (shown: Locator) =>
  shown.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return { left, right }
  })

test('nothing sticks out at 320 pixels, in the page, its menu or its dialogs', async () => {
  const page = await atHome({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.getByRole('button', { name: 'Secciones' }).click()
  const menu = await edges(page.getByRole('navigation', { name: 'Secciones' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Más información' }).nth(4).click()
  const dialog = await edges(page.getByRole('dialog'))

  expect(Math.min(menu.left, dialog.left)).toBeGreaterThanOrEqual(0)
  expect(Math.max(menu.right, dialog.right)).toBeLessThanOrEqual(320)
  await expectAccessiblePage(page)
})

test('at twice the size of text nothing sticks out and nothing is cut off', async () => {
  const page = await atHome({ width: 640, height: 400 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
  const cut = await page
    .locator('.landing-section')
    .evaluateAll((all) => all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length)
  expect(cut).toBe(0)
})

test('HDR-02 by keyboard the header leads to a section, under the fixed header', async () => {
  const page = await atHome()

  await tabTo(page, page.getByRole('link', { name: 'Nuestro experto' }))
  await page.keyboard.press('Enter')

  await expect.poll(() => top(page.locator('#nuestro-experto'))).toBe(headerHeight)
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').evaluate((focused) => focused.closest('header'))).toBeNull()
})

test('HDR-03 from another page a phone’s menu leads to a section', async () => {
  const page = await openVisitorPage({ size: phoneViewport })
  await page.goto('/cookies')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await tabTo(page, page.getByRole('button', { name: 'Secciones' }))
  await page.keyboard.press('Enter')
  await expectAccessiblePage(page)
  // Before hydration the link is a native fragment link.
  await page.getByRole('region', { name: /Avisos/ }).waitFor({ state: 'attached' })
  await tabTo(page, page.getByRole('link', { name: 'Encuentra tu solución' }))
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/$/)
  await expect.poll(() => top(page.locator('#encuentra-solucion'))).toBe(headerHeight)
  await expect.poll(() => page.getByRole('link', { name: 'Encuentra tu solución' }).isVisible()).toBe(false)
})

test('PUB-06 by keyboard a step opens its dialog alone, and Escape leads back to its button', async () => {
  const page = await atHome()
  const more = page.locator('#como-funciona').getByRole('button', { name: 'Más información' })
  const [third, fourth] = [await more.nth(2).elementHandle(), more.nth(3)]

  await tabTo(page, more.nth(2))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '3. Analíticas' }).waitFor()
  expect(await openDialogs(page)).toBe(1)
  await expectAccessiblePage(page)
  await page.keyboard.press('Escape')

  await expect.poll(() => openDialogs(page)).toBe(0)
  expect(await page.evaluate((button) => document.activeElement === button, third)).toBe(true)
  await tabTo(page, fourth)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: '4. Resultados y tratamiento' })
    .getByRole('button', { name: 'Cerrar' })
    .click()
  await expect.poll(() => openDialogs(page)).toBe(0)
})

test.each([
  [phoneViewport, 1],
  [tablet, 2],
  [laptopViewport, 3],
])('PUB-14 PUB-15 at %o the carousel shows %i, begins at the start and is a ring', async (size, cards) => {
  const page = await atHome(size)
  const turn = (name: string) => carouselOf(page).getByRole('button', { name }).click()
  expect((await seen(page))[0]).toBe('Fatiga persistente')
  expect(await seen(page)).toHaveLength(cards)

  await turn('Anterior')
  await expect.poll(async () => (await seen(page))[0]).toBe('Dificultades de crecimiento o desarrollo')
  await expect.poll(() => place(page).textContent()).toBe('Tarjeta 7 de 7')
  await turn('Siguiente')
  await turn('Siguiente')

  await expect.poll(async () => (await seen(page))[0]).toBe('Problemas de piel')
  expect(await seen(page)).toHaveLength(cards)
})

test('PUB-13 PUB-14 by keyboard: arrow keys turn the carousel and a card opens its dialog', async () => {
  const page = await atHome()
  const carousel = carouselOf(page)
  await tabTo(page, carousel.getByRole('button', { name: 'Siguiente' }))

  await page.keyboard.press('ArrowRight')
  await expect.poll(() => place(page).textContent()).toBe('Tarjeta 2 de 7')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => place(page).textContent()).toBe('Tarjeta 1 de 7')
  await tabTo(page, carousel.getByRole('button', { name: 'Más información' }).nth(4))
  await expect.poll(() => seen(page)).toContain('Intolerancias alimentarias nuevas o que empeoran')
  await page.keyboard.press('Enter')

  await page.getByRole('dialog', { name: 'Intolerancias alimentarias nuevas o que empeoran' }).waitFor()
  await expectAccessiblePage(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect.poll(() => openDialogs(page)).toBe(0)
})

test('PUB-14 a swipe turns the carousel', async () => {
  const page = await atHome()
  await carouselOf(page).scrollIntoViewIfNeeded()
  const box = await carouselOf(page).getByRole('article').first().boundingBox()
  if (!box) throw new Error('no card')

  await page.mouse.move(box.x + box.width - 20, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 6 })
  await page.mouse.up()

  await expect.poll(async () => (await seen(page))[0]).toBe('Problemas de piel')
})

test('PUB-16 A-58 the wheel over the carousel turns it when that is meant, and never catches the page', async () => {
  const page = await atHome()
  await page.getByRole('link', { name: 'Encuentra tu solución' }).click()
  await expect.poll(() => top(page.locator('#encuentra-solucion'))).toBe(headerHeight)
  const box = await carouselOf(page).getByRole('article').first().boundingBox()
  if (!box) throw new Error('no card')
  await page.mouse.move(box.x + 50, box.y + 60)
  await page.mouse.move(box.x + 60, box.y + 70)
  const came = await page.evaluate(() => performance.now())
  await page.waitForFunction((since) => performance.now() - since > 400, came)
  const start = await scrolled(page)

  for (let card = 2; card <= 7; card += 1) {
    await page.mouse.wheel(0, 120)
    await expect.poll(() => place(page).textContent()).toBe(`Tarjeta ${card} de 7`)
  }
  await page.mouse.wheel(0, 120)
  await expect.poll(() => place(page).textContent()).toBe('Tarjeta 1 de 7')
  expect(await scrolled(page)).toBe(start)

  await page.mouse.wheel(0, 240)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(start)
  expect(await place(page).textContent()).toBe('Tarjeta 1 de 7')
})

test('A-58 a page that scrolls the carousel under a resting pointer goes on scrolling', async () => {
  const page = await atHome()
  await page.mouse.move(640, 500)
  const end = await page.locator('#nuestro-experto').evaluate((section) => section.getBoundingClientRect().top)

  for (let turned = 0; turned < end; turned += 120) await page.mouse.wheel(0, 120)

  await expect.poll(() => scrolled(page)).toBeGreaterThan(end - 300)
  expect(await place(page).textContent()).toBe('Tarjeta 1 de 7')
})

test('PUB-18 by keyboard one question is open at a time', async () => {
  const page = await atHome()
  const questions = page.locator('details[name=preguntas]')
  const open = () => questions.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open).indexOf(true))

  await tabTo(page, questions.nth(1).locator('summary'))
  await page.keyboard.press('Enter')
  await expect.poll(open).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')

  await expect.poll(open).toBe(2)
  expect(await page.locator('details[name=preguntas][open]').count()).toBe(1)
  await expectAccessiblePage(page)
})

const sectionStarts = (page: Page) =>
  page
    .locator('.landing-section')
    .evaluateAll(
      (all, header) => all.map((one) => one.getBoundingClientRect().top + window.scrollY - header),
      headerHeight,
    )

async function notch(page: Page, delta = 120): Promise<void> {
  const rested = page.evaluate(
    () =>
      new Promise((resolve) => {
        // Without a movement there is no `scrollend`.
        let timer = setTimeout(resolve, 3000)
        const wait = (ms?: number) => {
          clearTimeout(timer)
          if (ms) timer = setTimeout(resolve, ms)
        }
        document.addEventListener('scroll', () => wait())
        // A follow-up scroll would start right after it.
        document.addEventListener('scrollend', () => wait(300))
      }),
  )
  await page.mouse.wheel(0, delta)
  await rested
}

test('PUB-01 A-58 with a wheel the sections snap forward and back, and no notch is ever taken away', async () => {
  const page = await atHome()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const starts = await sectionStarts(page)
  const reached = [await scrolled(page)]

  for (let notches = 0; notches < 8; notches += 1) {
    await notch(page)
    reached.push(await scrolled(page))
  }
  const last = reached.at(-1) ?? 0
  for (let notches = 0; notches < 3; notches += 1) await notch(page, -120)

  const steps = reached.slice(1).map((stop, index) => stop - (reached[index] ?? 0))
  expect(steps.filter((step) => step < 119)).toEqual([])
  expect(reached.some((stop) => starts.slice(1).some((start) => Math.abs(start - stop) <= 1))).toBe(true)
  expect(await scrolled(page)).toBeLessThanOrEqual(last - 359)
})

test('A-58 sections are as high as the screen where it is high enough, and nothing snaps where movement is not welcome', async () => {
  const page = await atHome()
  const starts = await sectionStarts(page)

  const heights = await page
    .locator('.landing-section')
    .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
  expect(heights).toEqual(heights.map(() => laptopViewport.height - headerHeight))
  for (let notches = 0; notches < 5; notches += 1) await notch(page)
  expect(await scrolled(page)).toBe(600)
  expect(starts).not.toContain(600)
})

test('PUB-01 A-58 by touch the sections snap where movement is welcome and the screen is high enough', async () => {
  const page = await openVisitorPage({ touch: true })
  await page.goto('/')
  const snapping = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollSnapType)
  expect(await snapping()).toBe('none')

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await snapping()).toBe('y')
  await page.setViewportSize({ width: 390, height: 500 })
  expect(await snapping()).toBe('none')
})

const coveredTexts = (shown: Locator, selector: string) =>
  shown.evaluate((element, within) => {
    const { left, right, top: upper, bottom } = element.getBoundingClientRect()
    const isCovered = (text: Node) => {
      const words = document.createRange()
      words.selectNodeContents(text)
      return [...words.getClientRects()].some(
        (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > upper,
      )
    }
    return [...document.querySelectorAll(within)].flatMap((part) => {
      const texts: string[] = []
      const all = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (all.nextNode()) {
        const { currentNode: text } = all
        // What is in a closed question has a place all the same.
        if (text.parentElement?.checkVisibility() && isCovered(text)) texts.push(text.textContent ?? '')
      }
      return texts
    })
  }, selector)

test('HDR-10 HDR-13 on a phone the floating button follows and covers no end of the page', async () => {
  const page = await atHome(phoneViewport)
  const floating = page.locator('.floating-button')
  expect(await floating.count()).toBe(0)

  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

  await floating.waitFor()
  const [button, last] = [await floating.boundingBox(), await page.locator('.footer-note').boundingBox()]
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('on a laptop the floating button covers no line of a section that has come to rest below the header', async () => {
  const page = await atHome()
  const sections = page.locator('.landing-section')
  const covered: string[] = []

  // The first one has the button itself.
  for (let section = 1; section < (await sections.count()); section += 1) {
    await sections.nth(section).evaluate((one) => one.scrollIntoView({ block: 'start', behavior: 'instant' }))
    await page.locator('.floating-button').waitFor()
    covered.push(...(await coveredTexts(page.locator('.floating-button'), '.landing-section')))
  }

  expect(covered).toEqual([])
})

test.each([phoneViewport, tablet, laptopViewport])(
  'a notice covers no heading and closes by a button of at least 24 pixels ($width px)',
  async (size) => {
    const page = await openVisitorPage({ size })
    await page.route('**/api/payments/checkout/anonymous', (route) => route.abort())
    await page.goto('/primera-consulta')
    await page.getByRole('button', { name: 'RESERVAR CITA' }).click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Error al iniciar pago' })
    await notice.waitFor()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))

    const covered = await coveredTexts(notice, 'h1, h2, h3')
    const button = await notice.getByRole('button', { name: 'Cerrar aviso' }).boundingBox()

    expect(covered).toEqual([])
    expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(24)
  },
)
