import { expect, test } from 'vitest'
import { openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'
import { registerVerifiedPerson } from '../journeys/clients.ts'
import { createJourneyPerson } from './buying.ts'

test('HDR-06 on a phone a first name of two words is whole in the header, and covers nothing', async () => {
  const person = { ...createJourneyPerson(), firstName: 'María José' }
  const session = await registerVerifiedPerson(person)
  const page = await openVisitorPage({ size: phoneViewport, session })
  await page.goto('/')
  const greeting = page.locator('.header-greeting')
  await greeting.getByText('María José').waitFor()

  const cut = await greeting.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
    scrollWidth - clientWidth,
    scrollHeight - clientHeight,
  ])
  const [logo, words] = await Promise.all([page.locator('.header .logo').boundingBox(), greeting.boundingBox()])

  expect(cut).toEqual([0, 0])
  expect((logo?.x ?? 0) + (logo?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0)
})
