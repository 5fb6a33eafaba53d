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

// With `PATHWAY_SHEET` it also draws docs/pictures/pathway-390.png anew; a test of the front end asks whether that is of today's states.
test('every state of the care pathway has its picture, of the page and of the panel', async () => {
  const page = await openDemoClientPage()

  const pictures = await takePathwayPictures(page)

  expect(pictures.map(({ state }) => state)).toEqual(carePathwayStates.map(({ id }) => id))
  if (!process.env['PATHWAY_SHEET']) return
  writeFileSync('docs/pictures/pathway-390.png', await composePathwaySheet(page, pictures))
  writeFileSync('docs/pictures/pathway.md', listPicturedStates(pictures))
}, 180_000)
