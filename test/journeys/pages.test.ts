import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { aVisitor, expectAccessibleAtEverySize } from '../support/visitor.ts'

const router = readFileSync(new URL('../../frontend/src/router.tsx', import.meta.url), 'utf8')
const everyPath = [...router.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path)

/** Pages of visitors that are not rendered beforehand: most of them are where a link of a mail leads. */
const drawnHere = [
  '/payment-success',
  '/auth/callback',
  '/reset-password',
  '/reactivar',
  '/deshacer-eliminacion',
  '/autorizacion',
  '*',
]

/** Looked at tab by tab (panels.test.ts). */
const panels = ['/admin', '/client/:customerId', '/client']

/** What shows nothing of its own for longer than it takes to lead on. */
const leadOn = ['/dashboard', '/oauth-callback']

test('every page of the product is looked at in one of these journeys, in those of the panels or as rendered beforehand', () => {
  const known = [...publicPages.map(({ path }) => path), ...drawnHere, ...panels, ...leadOn]

  expect(known.toSorted()).toEqual(everyPath.toSorted())
})

const askedFor = '/reset-password?solicitar=1'

test.each([...drawnHere.map((path) => path.replace('*', '/no-existe')), askedFor])(
  '%s is accessible at 390, 768 and 1280 pixels, and at twice the zoom',
  async (path) => {
    const page = await aVisitor()
    await page.goto(path)

    await expectAccessibleAtEverySize(page)
  },
)
