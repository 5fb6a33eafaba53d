import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { carePathwayStates } from '#contract/care-pathway'
import { expectPageAccessibleAtEverySize } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'
import { composePathwaySheet, listPicturedStates, takePathwayPictures } from './pathway-pictures.ts'

test('from the panel the five steps are one press away, accessible at 390, 768 and 1280 pixels and at twice the zoom, and one press back', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByRole('link', { name: 'Ver los cinco pasos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tu proceso' }).waitFor()
  await page.getByText('Paso 5 de 5').waitFor()
  await expectPageAccessibleAtEverySize(page)

  await page.getByRole('link', { name: 'Hoy' }).click()

  await page.getByRole('heading', { level: 1, name: 'Hola, Lucía' }).waitFor()
})

const drawsSheets = Boolean(process.env['PATHWAY_SHEET'])

// With `PATHWAY_SHEET` it also renders docs/pictures/pathway-{390,1280}.webp; a frontend test checks whether they match
// today's states.
test.for(drawsSheets ? ([390, 1280] as const) : ([390] as const))(
  'every state of the care pathway has its picture at %i pixels, of the page and of the panel',
  { timeout: 180_000 },
  async (width) => {
    const page = await openDemoClientPage()

    const pictures = await takePathwayPictures(page, width)

    expect(pictures.map(({ state }) => state)).toEqual(carePathwayStates.map(({ id }) => id))
    if (!drawsSheets) return
    writeFileSync(`docs/pictures/pathway-${width}.webp`, await composePathwaySheet(page, width, pictures))
    writeFileSync('docs/pictures/pathway.md', listPicturedStates(pictures))
  },
)
