import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  openVisitorPage,
  expectAccessiblePage,
  laptopViewport,
  movePointerUntil,
  phoneViewport,
} from '../support/visitor.ts'
import { getProductSite } from '../support/product-site.ts'
import { createJourneyPerson, fillPurchaseForm, goToCheckout } from './buying.ts'

const key = 'habitat-interior:cookies'

const banner = (page: Page) => page.getByRole('region', { name: 'Aviso de cookies' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Configuración de cookies' })
const stored = (page: Page) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
const lastSignals = (page: Page) => page.evaluate(() => Array.from(window.dataLayer?.at(-1) as ArrayLike<unknown>)[2])

function receiptsOf(page: Page) {
  const kept: { readonly receiptId: string }[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/consent/receipts') && response.ok()) kept.push(await response.json())
  })
  return kept
}

const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = { banner: false, shift: 0 }
    Object.assign(window, { seen })
    new MutationObserver(() => (seen.banner ||= document.querySelector('.cookie-banner') !== null)).observe(document, {
      childList: true,
      subtree: true,
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (seen.banner) seen.shift += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: 'layout-shift' })
  })
const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { banner: boolean; shift: number } }).seen)

/** The first interaction hydrates the page. */
const use = (page: Page) =>
  movePointerUntil(page, async () => (await page.getByRole('region', { name: /Avisos/ }).count()) > 0)

async function tabTo(page: Page, name: string, most: number): Promise<void> {
  for (let n = 0; n < most; n++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
  }
  expect.fail(`${most} times Tab do not lead to ${name}`)
}

describe.each([
  ['a phone', phoneViewport],
  ['a laptop', laptopViewport],
])('on %s', (_, size) => {
  test('COO-01 COO-06 COO-09 a visitor refuses by keyboard alone, and is not asked again', async () => {
    const page = await openVisitorPage({ size, askedBefore: false })
    await watch(page)
    const receipts = receiptsOf(page)
    await page.goto('/')
    await banner(page).waitFor()
    await expectAccessiblePage(page)

    await tabTo(page, 'Rechazar opcionales', 4)
    await page.keyboard.press('Enter')

    await banner(page).waitFor({ state: 'detached' })
    await expect.poll(() => receipts.length).toBe(1)
    expect(await stored(page)).toMatchObject({ necessary: true, analytics: false, marketing: false })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await use(page)
    await expect.poll(() => lastSignals(page)).toMatchObject({ analytics_storage: 'denied', ad_storage: 'denied' })
    expect((await seenOn(page)).banner).toBe(false)
  })

  test.each([
    [390, 123],
    [360, 140],
  ])(
    'COO-02 on a phone of %i px the banner is at most %i px high and leaves RESERVAR CITA in sight',
    async (width, height) => {
      const page = await openVisitorPage({ size: { width, height: 844 }, askedBefore: false })
      await page.goto('/primera-consulta')
      await page.getByRole('button', { name: 'RESERVAR CITA' }).waitFor()
      await banner(page).waitFor()

      const [asked, reserve] = [
        await banner(page).boundingBox(),
        await page.getByRole('button', { name: 'RESERVAR CITA' }).boundingBox(),
      ]

      expect(asked?.height).toBeLessThanOrEqual(height)
      expect((reserve?.y ?? 0) + (reserve?.height ?? 0)).toBeLessThanOrEqual(asked?.y ?? 0)
    },
  )

  test('the banner moves nothing, and what has the focus is not behind it', async () => {
    const page = await openVisitorPage({ size })
    await watch(page)
    await page.goto('/terminos')
    await use(page)
    await page.evaluate((name) => {
      localStorage.removeItem(name)
      window.dispatchEvent(new StorageEvent('storage', { key: name }))
    }, key)
    await banner(page).waitFor()

    const hidden: string[] = []
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press('Tab')
      hidden.push(...(await page.evaluate(hiddenFocus)))
    }

    expect(hidden).toEqual([])
    expect((await seenOn(page)).shift).toBe(0)
  })
})

/** Focused elements completely covered by the banner (WCAG 2.2, 2.4.11). */
function hiddenFocus(): string[] {
  const [asked, focused] = [document.querySelector('.cookie-banner'), document.activeElement]
  if (!asked || !focused || focused === document.body || asked.contains(focused)) return []
  return focused.getBoundingClientRect().top >= asked.getBoundingClientRect().top ? [focused.outerHTML] : []
}

test('COO-05 accepting grants everything, and still nothing of anybody else is loaded', async () => {
  const page = await openVisitorPage({ askedBefore: false })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto('/')

  await banner(page).getByRole('button', { name: 'Aceptar todas' }).click()

  await banner(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => lastSignals(page))
    .toEqual({
      analytics_storage: 'granted',
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'granted',
    })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await use(page)
  await expect.poll(() => lastSignals(page)).toMatchObject({ analytics_storage: 'granted' })
  expect(new Set(asked)).toEqual(new Set([getProductSite()]))
})

test('COO-03 COO-07 a visitor configures each purpose, and takes it back from the footer', async () => {
  const page = await openVisitorPage({ askedBefore: false })
  await page.goto('/primera-consulta')
  await banner(page).getByRole('button', { name: 'Configurar' }).click()
  await settings(page).waitFor()
  await expectAccessiblePage(page)
  await page.keyboard.press('Escape')
  await settings(page).waitFor({ state: 'detached' })
  expect(await stored(page)).toBeNull()

  await banner(page).getByRole('button', { name: 'Configurar' }).click()
  await settings(page).getByRole('switch', { name: 'Analíticas' }).click()
  await settings(page).getByRole('button', { name: 'Guardar configuración' }).click()
  await banner(page).waitFor({ state: 'detached' })
  expect(await stored(page)).toMatchObject({ analytics: true, marketing: false })

  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Configurar cookies' })
  await opener.click()
  expect(await settings(page).getByRole('switch', { name: 'Analíticas' }).isChecked()).toBe(true)
  await settings(page).getByRole('button', { name: 'Rechazar opcionales' }).click()
  await settings(page).waitFor({ state: 'detached' })
  expect(await stored(page)).toMatchObject({ analytics: false, marketing: false })
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('A-59 who answered another text is asked again', async () => {
  const page = await openVisitorPage()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate((name) => {
    const choice = JSON.parse(localStorage.getItem(name) ?? '{}') as object
    localStorage.setItem(name, JSON.stringify({ ...choice, textVersion: '2020-01' }))
  }, key)

  await page.reload()

  await banner(page).waitFor()
})

test('A-59 a receipt that finds no network is kept at the next visit, and the choice held all the while', async () => {
  const page = await openVisitorPage({ askedBefore: false })
  await page.route('**/api/consent/receipts', (route) => route.abort())
  await page.goto('/')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/consent/receipts'))
  await banner(page).getByRole('button', { name: 'Rechazar opcionales' }).click()
  await banner(page).waitFor({ state: 'detached' })
  await failed
  await page.unroute('**/api/consent/receipts')

  const receipts = receiptsOf(page)
  await page.reload()

  const { receiptId } = (await stored(page)) as { receiptId: string }
  await expect.poll(() => receipts).toMatchObject([{ receiptId }])
  expect(await banner(page).count()).toBe(0)
})

test('who has not answered buys all the same: the banner blocks nothing', async () => {
  const page = await openVisitorPage({ askedBefore: false })
  await fillPurchaseForm(page, createJourneyPerson())
  await banner(page).waitFor()

  await goToCheckout(page)

  await page.getByRole('button', { name: /^Pagar 80,00/ }).waitFor()
})

test('where the browser keeps nothing the answer holds while somebody goes from page to page', async () => {
  const page = await openVisitorPage({ askedBefore: false })
  await page.addInitScript(() => {
    for (const name of ['getItem', 'setItem'] as const) {
      Storage.prototype[name] = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    }
  })
  await page.goto('/primera-consulta')
  await banner(page).getByRole('button', { name: 'Aceptar todas' }).click()
  await banner(page).waitFor({ state: 'detached' })

  await page.getByRole('contentinfo').getByRole('link', { name: 'Inicio' }).click()

  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await banner(page).count()).toBe(0)
})
