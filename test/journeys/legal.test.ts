import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openVisitorPage, expectAccessiblePage, laptopViewport, phoneViewport } from '../support/visitor.ts'

const legal = ['/terminos', '/privacidad', '/cookies', '/aviso-legal']
const paying = ['/primera-consulta', '/comprar', '/pago-exitoso', '/payment-canceled']
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

test.each([...legal, ...paying])('%s is accessible at 360, 768 and 1280 px', async (path) => {
  const page = await openVisitorPage()
  await page.goto(path)

  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessiblePage(page)
  }
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** In pixels; fixed elements do not widen the page. */
const headerOverflow = (page: Page) =>
  page.evaluate(() => {
    const ends = [...document.querySelectorAll('header a, header button')].map((item) => item.getBoundingClientRect())
    return Math.max(...ends.map(({ right }) => right)) - document.documentElement.clientWidth
  })

const everywhere = ['/', ...legal, ...paying, '/auth', '/register', '/no-existe']

test.each(everywhere)('on %s nothing sticks out at 320 px, nor on a phone with texts twice as large', async (path) => {
  const page = await openVisitorPage({ size: { width: 320, height: 640 } })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()

  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize(phoneViewport)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await headerOverflow(page)).toBeLessThanOrEqual(0)
})

test('the contents of a legal text lead to its sections by keyboard', async () => {
  const page = await openVisitorPage({ size: laptopViewport })
  await page.goto('/terminos')

  await page
    .getByRole('navigation', { name: 'En esta página' })
    .getByRole('link', { name: 'Derecho de desistimiento' })
    .press('Enter')
  await page.waitForURL('**/terminos#desistimiento')
  const heading = page.getByRole('heading', { name: 'Derecho de desistimiento' })
  await page.waitForFunction(() => window.scrollY > 1000)

  expect((await heading.boundingBox())?.y).toBeGreaterThan(60)
  expect((await heading.boundingBox())?.y).toBeLessThan(200)
})

test('RTE-10 from the terms to the withdrawal and back to registration', async () => {
  const page = await openVisitorPage()
  await page.goto('/terminos')

  await page
    .getByRole('region', { name: /Derecho de desistimiento/ })
    .getByRole('link', { name: 'Derecho de desistimiento' })
    .click()
  await page.waitForURL('**/desistimiento')
  await page.goBack()
  await page.getByRole('link', { name: 'Volver al registro' }).click()

  await page.waitForURL('**/register')
})

const readPosition = (page: Page) => page.evaluate(() => window.scrollY)

test('another page begins at its top, and the way back leads to where the text was left', async () => {
  const page = await openVisitorPage()
  await page.goto('/terminos')
  const link = page
    .getByRole('region', { name: /Derecho de desistimiento/ })
    .getByRole('link', { name: 'Derecho de desistimiento' })
  await link.scrollIntoViewIfNeeded()
  const left = await readPosition(page)

  await link.press('Enter')
  await page.waitForURL('**/desistimiento')
  await expect.poll(() => readPosition(page)).toBe(0)
  await page.goBack()

  expect(left).toBeGreaterThan(1000)
  await page.getByRole('heading', { level: 1, name: 'Términos y condiciones' }).waitFor()
  await expect.poll(() => readPosition(page)).toBeCloseTo(left, -1)
})

test('a link from another page leads to the section that it names', async () => {
  const page = await openVisitorPage()
  await page.goto('/primera-consulta')

  await page
    .getByRole('region', { name: 'Reserva con tranquilidad' })
    .getByRole('link', { name: 'términos y condiciones' })
    .click()

  await page.getByRole('heading', { name: 'Cambiar o cancelar una cita' }).waitFor()
  await page.waitForFunction(() => {
    const { top = 0 } = document.getElementById('cancelaciones')?.getBoundingClientRect() ?? {}
    return top > 0 && top < 200
  })
})

test('PAY-03 on a phone the way to reserve stays at hand between the two buttons, and covers neither', async () => {
  const page = await openVisitorPage({ size: phoneViewport })
  await page.goto('/primera-consulta')
  const bar = page.getByRole('button', { name: 'Reservar por 80,00 €' })
  await page.getByRole('button', { name: 'RESERVAR CITA' }).waitFor()
  expect(await bar.isVisible()).toBe(false)

  await page.getByRole('heading', { name: 'Antes de reservar' }).evaluate((heading) => heading.scrollIntoView())
  await bar.waitFor()
  await expectAccessiblePage(page)
  await page.getByRole('heading', { name: 'Da el primer paso' }).evaluate((heading) => heading.scrollIntoView())

  await bar.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: 'Reserva tu primera consulta ahora' }).isVisible()).toBe(true)
})

test('PAY-04 the benefits unfold by keyboard', async () => {
  const page = await openVisitorPage({ size: laptopViewport })
  await page.goto('/primera-consulta')
  const benefit = page.getByText('Tres presupuestos para elegir', { exact: true })

  await benefit.press('Enter')

  await page.getByText('Al terminar recibes tres opciones de proceso').waitFor()
  await page.getByText('Una videollamada individual con un biólogo').waitFor({ state: 'hidden' })
})

test('a legal text prints without what leads elsewhere', async () => {
  const page = await openVisitorPage({ size: laptopViewport })
  await page.goto('/privacidad')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.emulateMedia({ media: 'print' })

  expect(await page.getByRole('navigation', { name: 'En esta página' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'Tus derechos' }).isVisible()).toBe(true)
})
