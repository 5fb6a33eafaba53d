import { expect, test } from 'vitest'
import { createDayFormatter } from '#contract/calendar-days'
import { openVisitorPage, phoneViewport } from '../support/visitor.ts'
import { openDemoClientPage, registerVerifiedPerson } from './clients.ts'
import { createJourneyPerson } from './buying.ts'
import { openAdministratorPage, runAtPhoneSize } from './admin.ts'

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

test('on a phone the hour of a past consultation is one line, whatever the length of its day', async () => {
  const page = await openDemoClientPage({ size: phoneViewport })
  await page.goto('/client?tab=consultations')
  const time = page.getByRole('region', { name: 'Historial de consultas' }).getByRole('cell').first().locator('time')
  await time.getByText(/h \(\d+ min\)/).waitFor()

  const broken = await time.evaluate((element, all) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const day = texts.nextNode()
    while (texts.nextNode() && !/\d:\d/.test(texts.currentNode.textContent ?? ''));
    const hour = document.createRange()
    hour.setStartBefore(texts.currentNode)
    while (!/min\)/.test(texts.currentNode.textContent ?? '') && texts.nextNode());
    hour.setEndAfter(texts.currentNode)
    return all.filter((name) => {
      if (day) day.textContent = name
      return new Set([...hour.getClientRects()].map(({ bottom }) => Math.round(bottom))).size !== 1
    })
  }, days)

  expect(broken).toEqual([])
})

test('on a phone the text of «Clientes eliminados» begins where the buttons above it do', async () => {
  const page = await openAdministratorPage()
  await runAtPhoneSize(page, async () => {
    const removed = page.getByRole('button', { name: 'Clientes eliminados' })
    await removed.waitFor()

    const textLeft = await removed.evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      return words.getBoundingClientRect().left
    })

    expect(Math.round(textLeft)).toBe(
      Math.round((await page.getByRole('button', { name: 'Importar CSV' }).boundingBox())?.x ?? 0),
    )
  })
})
