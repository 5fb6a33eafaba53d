import type { Page } from 'playwright-core'

/** Narrow widths: a tablet in portrait, a larger one, half a laptop's screen. */
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

/**
 * Tables of a page on narrow screens: overflowing content, and wrapped buttons, dates or amounts.
 * @returns them by width
 */
export async function findTableFlaws(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize()
  const flaws: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    flaws.push(...(await flawsOf(page)).map((flaw) => `${page.url()} at ${width} px: ${flaw}`))
  }
  if (size) await page.setViewportSize(size)
  return flaws
}
