import type { APIResponse, Page } from 'playwright-core'
import type { CarePathway, CarePathwayState } from '#contract/care-pathway'
import { everyPathway, pathwayNow } from '../support/care-pathway-samples.ts'

interface StatePictures {
  readonly state: CarePathwayState
  /** PNG of the page 'Tu proceso' down to the first steps. */
  readonly page: Buffer
  /** PNG of what the panel shows of it. */
  readonly strip: Buffer
}

const width = 390
const height = 760
const pathwayPath = '**/api/customers/current/pathway'

/** Of a signed-in client's page. Whatever day it is, the page believes that it is the day of the samples. */
export async function takePathwayPictures(page: Page): Promise<readonly StatePictures[]> {
  await page.setViewportSize({ width, height })
  let shown: CarePathway | undefined
  const date = new Date(pathwayNow).toUTCString()
  // A browser whose requests are answered here keeps no file, and forty pages of fifty files are more than one address may ask for.
  const assets = new Map<string, Promise<APIResponse>>()
  await page.route('**/assets/**', async (route) => {
    const url = route.request().url()
    const asset = assets.get(url) ?? route.fetch({ maxRetries: 2 })
    assets.set(url, asset)
    await route.fulfill({ response: await asset })
  })
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date } })
  })
  await page.route(pathwayPath, (route) => route.fulfill({ json: shown, headers: { date } }))
  const nothingComing = { consultation: null, toSchedule: null, freeRequests: false }
  await page.route('**/api/consultations/mine/next', (route) =>
    route.fulfill({ json: nothingComing, headers: { date } }),
  )
  const pictures: StatePictures[] = []
  for (const pathway of everyPathway) {
    shown = pathway
    await page.goto('/client/proceso')
    await page.locator('.pathway-step').last().waitFor()
    const ofPage = await page.screenshot({ animations: 'disabled' })
    await page.goto('/client')
    const isOffer = pathway.state === 'to-book'
    await page.locator(isOffer ? '.offer' : '.pathway-strip-now').waitFor()
    await page.waitForLoadState('networkidle')
    const block = page.locator(isOffer ? '.offer-text' : '.pathway-strip')
    pictures.push({ state: pathway.state, page: ofPage, strip: await block.screenshot({ animations: 'disabled' }) })
  }
  await page.unrouteAll()
  return pictures
}

const toAddress = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

/** All of them on one sheet, half as large. */
export async function composeContactSheet(page: Page, pictures: readonly StatePictures[]): Promise<Buffer> {
  const cells = pictures.map(
    ({ state, page: ofPage, strip }) =>
      `<figure><figcaption>${state}</figcaption><img src="${toAddress(ofPage)}"><img src="${toAddress(strip)}"></figure>`,
  )
  const style =
    'body{margin:8px;display:grid;grid-template-columns:repeat(8,195px);gap:10px;background:#ebe2d0;font:600 13px sans-serif}figure{margin:0}img{display:block;width:195px;margin-top:4px}'
  await page.setViewportSize({ width: 8 * 205 + 6, height: 900 })
  await page.setContent(`<style>${style}</style>${cells.join('')}`)
  return page.screenshot({ fullPage: true })
}

export const listPicturedStates = (pictures: readonly StatePictures[]): string => `# The care pathway in pictures

Each state of \`functions/contract/care-pathway.ts\`, as a client sees it at 390 pixels: the page 'Tu proceso' and what the panel shows of
it. Made by \`PATHWAY_SHEET=1 npm test -- test/journeys/pathway.test.ts\`, from the samples of the tests.

![Every state of the care pathway](pathway-390.png)

${pictures.map(({ state }) => `- ${state}`).join('\n')}
`
