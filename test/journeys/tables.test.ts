import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { laptopViewport } from '../support/visitor.ts'
import { openDemoClientPage, signInNewBuyer } from './clients.ts'
import { openAdministratorPage } from './admin.ts'
import { openEachTab } from './tabs.ts'

/** Narrow columns: a tablet upright, a larger one, half a laptop's screen. */
const WIDTHS = [768, 834, 900]

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

async function lookAtTables(page: Page): Promise<{ readonly seen: number; readonly flaws: Record<string, string[]> }> {
  const flaws: Record<string, string[]> = {}
  let seen = 0
  await openEachTab(page, async () => {
    seen += await page.getByRole('table').count()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const found = await flawsOf(page)
      if (found.length > 0) flaws[`${page.url()} at ${width} px`] = found
    }
    await page.setViewportSize(laptopViewport)
  })
  return { seen, flaws }
}

test('every table of the practice stands whole on narrow screens: nothing sticks out, no button, date or amount is broken', async () => {
  // The audit log has an amount then, and the list of withdrawals a row.
  await signInNewBuyer()
  await callEndpointOverHttp(apiContract.withdrawals.request, {
    body: {
      withdrawalId: `wdr_${randomUUID()}`,
      name: 'Almudena de la Fuente Cifuentes',
      email: 'almudena.de.la.fuente.cifuentes@correo-de-prueba.example',
      contract: 'Primera consulta',
      comment: 'He cambiado de opinión',
    },
  })
  const page = await openAdministratorPage()

  const { seen, flaws } = await lookAtTables(page)

  expect(flaws).toEqual({})
  expect(seen).toBeGreaterThanOrEqual(7)
})

test('so does every table of a client’s record', async () => {
  const page = await openAdministratorPage('/admin?buscar=cliente%40habitat.example')
  await page.getByRole('link', { name: 'Lucía Ferrer' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Lucía Ferrer' }).waitFor()

  const { seen, flaws } = await lookAtTables(page)

  expect(flaws).toEqual({})
  expect(seen).toBeGreaterThanOrEqual(4)
})

test('so does every table of a client', async () => {
  const page = await openDemoClientPage({ size: laptopViewport })
  await page.goto('/client')

  const { seen, flaws } = await lookAtTables(page)

  expect(flaws).toEqual({})
  expect(seen).toBeGreaterThanOrEqual(6)
})
