import type { Page } from 'playwright-core'

export interface SheetCell {
  readonly title: string
  /** PNG. */
  readonly pictures: readonly Buffer[]
}

const GAP = 10
const toAddress = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

/** @param width of a cell and its pictures, in pixels. @returns PNG */
export async function composeContactSheet(
  page: Page,
  cells: readonly SheetCell[],
  { columns, width }: { readonly columns: number; readonly width: number },
): Promise<Buffer> {
  const figures = cells.map(
    ({ title, pictures }) =>
      `<figure><figcaption>${title}</figcaption>${pictures.map((each) => `<img src="${toAddress(each)}">`).join('')}</figure>`,
  )
  const style = `body{margin:${GAP}px;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:${GAP}px;background:#ebe2d0;font:600 13px sans-serif}figure{margin:0}img{display:block;width:${width}px;margin-top:4px}`
  // A blank page, because the site's content security policy allows no inline styles.
  await page.goto('about:blank')
  await page.setViewportSize({ width: columns * (width + GAP) + GAP, height: 100 })
  await page.setContent(`<style>${style}</style>${figures.join('')}`)
  return page.screenshot({ fullPage: true })
}

/** @param quality from 0 to 1 */
export async function toWebp(page: Page, png: Buffer, quality = 0.7): Promise<Buffer> {
  const webp = await page.evaluate(
    async ({ address, quality: at }) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', at).split(',')[1] ?? ''
    },
    { address: toAddress(png), quality },
  )
  return Buffer.from(webp, 'base64')
}
