import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoAccount } from '../support/local-desk.ts'
import { aVisitor, laptop } from '../support/visitor.ts'
import { signIn } from './buying.ts'
import { anAdministrator } from './desk.ts'

/** Where columns are narrow: a tablet upright, a larger one, half a laptop's screen. */
const WIDTHS = [768, 834, 900]

/** What sticks out of this page, and what of its tables is broken that must not be: words of buttons, dates, amounts. */
const flawsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing of this file
    const rectsOf = (node: Node, start: number, end: number) => {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      return [...range.getClientRects()]
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const texts = [...document.querySelectorAll('table tbody *')]
      .filter((element) => !element.closest('.visually-hidden'))
      .flatMap((element) => [...element.childNodes].map((node) => ({ element, node, text: node.textContent ?? '' })))
      .filter(({ node }) => node.nodeType === Node.TEXT_NODE)
    const broken = texts.flatMap(({ element, node, text }) => {
      const whole = element.closest('button, .button') ? /\S+/g : /\d{2}\/\d{2}\/\d{4}|[\d.]+,\d{2}[\s\u00A0]€/g
      return [...text.matchAll(whole)]
        .filter(({ index, 0: part }) => {
          const lines = rectsOf(node, index, index + part.length).map(({ top }) => Math.round(top))
          return new Set(lines).size > 1
        })
        .map(([part]) => `${part} is broken`)
    })
    const outside = texts.filter(({ element, node, text }) => {
      const edge = element.closest('table')?.parentElement?.getBoundingClientRect().right ?? 0
      return rectsOf(node, 0, text.length).some(({ right }) => right > edge + 1)
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth} px`] : []),
      ...broken,
      ...outside.map(({ text }) => `${text} sticks out`),
    ]
  })

async function look(page: Page, path: string, shown: RegExp): Promise<Record<string, string[]>> {
  await page.goto(path)
  await page.getByRole('table', { name: shown }).first().waitFor()
  const found: Record<string, string[]> = {}
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const flaws = await flawsOf(page)
    if (flaws.length > 0) found[`${path} at ${width} px`] = flaws
  }
  await page.setViewportSize(laptop)
  return found
}

test('every table of the practice stands whole on narrow screens: nothing sticks out, no button, date or amount is broken', async () => {
  const page = await anAdministrator()
  const record = await page.getByRole('link', { name: 'Lucía Ferrer' }).last().getAttribute('href')

  expect({
    ...(await look(page, '/admin', /Clientes/)),
    ...(await look(page, '/admin?tab=users', /Usuarios/)),
    ...(await look(page, '/admin?tab=security', /./)),
    ...(await look(page, '/admin?tab=test', /./)),
    ...(await look(page, `${record}?tab=supplements`, /./)),
    ...(await look(page, `${record}?tab=analytics`, /./)),
  }).toEqual({})
})

test('so does every table of a client', async () => {
  const page = await aVisitor({ size: laptop })
  await signIn(page, await demoAccount('cliente'))
  await page.waitForURL('**/client')

  expect({
    ...(await look(page, '/client?tab=supplements', /Mis Suplementos/)),
    ...(await look(page, '/client?tab=consultations', /./)),
    ...(await look(page, '/client?tab=invoices', /./)),
    ...(await look(page, '/client?tab=analytics', /./)),
  }).toEqual({})
})
