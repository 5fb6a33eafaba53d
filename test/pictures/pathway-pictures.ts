import type { Page } from 'playwright-core'
import type { CarePathway, CarePathwayState } from '#contract/care-pathway'
import { composeContactSheet, toWebp } from '../support/contact-sheet.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { everyPathway, pathwayNow } from '../support/care-pathway-samples.ts'

interface StatePictures {
  readonly state: CarePathwayState
  /** PNG of the page 'Tu proceso' down to the first steps. */
  readonly page: Buffer
  readonly strip: Buffer
}

const sizes = {
  390: { window: { width: 390, height: 760 }, columns: 8, width: 195 },
  1280: { window: { width: 1280, height: 800 }, columns: 4, width: 480 },
} as const
export type PictureWidth = keyof typeof sizes

type Samples = Readonly<Record<string, unknown>>

/**
 * Replies are mocked inside the page: Playwright's routing disables the browser's cache, so every page would load all
 * files again. The date is that of the samples.
 */
async function answerWithSamples(page: Page, readSamples: () => Samples): Promise<void> {
  await page.exposeFunction('readSamples', readSamples)
  await page.addInitScript((date) => {
    const { readSamples: read } = window as unknown as { readonly readSamples: () => Promise<Samples> }
    const ask = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      if (!pathname.startsWith('/api/')) return ask(input, init)
      const samples = await read()
      if (pathname in samples) return Response.json(samples[pathname], { headers: { date } })
      const { body, status, headers } = await ask(input, init)
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), date } })
    }
  }, new Date(pathwayNow).toUTCString())
}

/** The page must belong to a signed-in client. */
export async function takePathwayPictures(page: Page, width: PictureWidth): Promise<readonly StatePictures[]> {
  await page.setViewportSize(sizes[width].window)
  let shown: CarePathway | undefined
  await answerWithSamples(page, () => ({
    '/api/customers/current/pathway': shown,
    '/api/consultations/mine/next': { consultation: null, toSchedule: null, freeRequests: false },
  }))
  const pictures: StatePictures[] = []
  for (const pathway of everyPathway) {
    shown = pathway
    await page.goto('/client')
    const isOffer = pathway.state === 'to-book'
    await page.locator(isOffer ? '.offer' : '.pathway-strip-now').waitFor()
    await waitUntilLoaded(page)
    const block = page.locator(isOffer && width === 390 ? '.offer-text' : isOffer ? '.offer' : '.pathway-strip')
    const strip = await block.screenshot({ animations: 'disabled' })
    await (isOffer ? page.goto('/client/proceso') : page.getByRole('link', { name: 'Ver los cinco pasos' }).click())
    await page.locator('.pathway-step').last().waitFor()
    pictures.push({ state: pathway.state, page: await page.screenshot({ animations: 'disabled' }), strip })
  }
  return pictures
}

/** @returns WebP */
export async function composePathwaySheet(
  page: Page,
  width: PictureWidth,
  pictures: readonly StatePictures[],
): Promise<Buffer> {
  const cells = pictures.map(({ state, page: ofPage, strip }) => ({ title: state, pictures: [ofPage, strip] }))
  return toWebp(page, await composeContactSheet(page, cells, sizes[width]))
}

export const listPicturedStates = (pictures: readonly StatePictures[]): string => `# The care pathway in pictures

Each state of \`functions/contract/care-pathway.ts\`, as a client sees it at 390 and at 1280 pixels: the page 'Tu proceso' and what the panel shows of
it. Made by \`npm test -- pictures pathway\`, from the samples of the tests.

![Every state of the care pathway at 390 pixels](pathway-390.webp)

![Every state of the care pathway at 1280 pixels](pathway-1280.webp)

${pictures.map(({ state }) => `- ${state}`).join('\n')}
`
