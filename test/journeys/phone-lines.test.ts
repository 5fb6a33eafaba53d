import { expect, test } from 'vitest'
import { createDayFormatter } from '#contract/calendar-days'
import { openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'
import { registerVerifiedPerson } from '../journeys/clients.ts'
import { createJourneyPerson } from './buying.ts'

const formatDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const days = Array.from({ length: 366 }, (_, day) =>
  formatDay(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
)

test('on a phone the date of the client’s panel is one line on every day of the year', async () => {
  const page = await openDemoClientPage({ size: phoneViewport })
  await page.goto('/client')
  const line = page.locator('.client-date')
  await line.getByText(/semana \d/).waitFor()

  const wrapped = await line.evaluate((paragraph, all) => {
    const [date, week] = [...paragraph.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    if (!date || !week) return ['no line']
    week.textContent = ' · semana 12'
    const lineHeight = Number.parseFloat(getComputedStyle(paragraph).lineHeight)
    return all.filter((day) => {
      date.textContent = day
      return paragraph.getBoundingClientRect().height > lineHeight * 1.5
    })
  }, days)

  expect(wrapped).toEqual([])
})

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
