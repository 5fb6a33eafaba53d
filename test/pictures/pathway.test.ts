import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { carePathwayStates } from '#contract/care-pathway'
import { openDemoClientPage } from '../journeys/clients.ts'
import { composePathwaySheet, listPicturedStates, takePathwayPictures } from './pathway-pictures.ts'

/** Writes docs/pictures/pathway.md, which a frontend test compares with today's states, and its two sheets. */
test.for([390, 1280] as const)(
  'every state of the care pathway has its picture at %i pixels, of the page and of the panel',
  { timeout: 180_000 },
  async (width) => {
    const page = await openDemoClientPage({ zone: 'Europe/Madrid' })

    const pictures = await takePathwayPictures(page, width)

    expect(pictures.map(({ state }) => state)).toEqual(carePathwayStates.map(({ id }) => id))
    writeFileSync(`docs/pictures/pathway-${width}.webp`, await composePathwaySheet(page, width, pictures))
    writeFileSync('docs/pictures/pathway.md', listPicturedStates(pictures))
  },
)
