// @vitest-environment jsdom
import { readdirSync } from 'node:fs'
import axe from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMailSamples } from '../../bin/local/mail-samples/mail-samples.ts'
import { createConsoleTestState, startTestConsole } from './start-test-console.ts'

let setup: Awaited<ReturnType<typeof startTestConsole>>
let html: string

beforeAll(async () => {
  setup = await startTestConsole(createConsoleTestState)
  ;({ text: html } = await setup.browse('/_local/mails'))
})
afterAll(() => void setup.close())

const openPage = () => new DOMParser().parseFromString(html, 'text/html')

test('every mail is shown with sample data, light, dark and as plain text', () => {
  const page = openPage()
  const names = listMailSamples('http://localhost').map(({ name }) => name)

  const frames = [...page.querySelectorAll('iframe')]
  expect(new Set(frames.map(({ title }) => title))).toEqual(
    new Set(names.flatMap((name) => [`${name}, en claro`, `${name}, en oscuro`])),
  )
  for (const each of frames) expect(each.getAttribute('sandbox')).toBe('')
  const [light, dark] = frames.map(({ srcdoc }) => srcdoc)
  expect(light).toContain('@media not all{body')
  expect(dark).toContain('@media all{body')
  expect(light).toContain('src="data:image/png;base64,')
  const texts = [...page.querySelectorAll('pre')].map(({ textContent }) => textContent)
  expect(texts).toHaveLength(names.length)
  for (const text of texts) expect(text).toMatch(/^Hola/)
})

test('the page of all mails has no axe findings', async () => {
  const page = openPage()
  for (const frame of page.querySelectorAll('iframe')) frame.removeAttribute('srcdoc')
  document.documentElement.lang = page.documentElement.lang
  document.title = page.title
  document.body.replaceChildren(...page.body.childNodes)

  const { violations } = await axe.run(document, { iframes: false, rules: { 'color-contrast': { enabled: false } } })

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

test('docs/pictures has a picture of each mail: npx node bin/picture-mails.ts takes them', () => {
  const names = listMailSamples('http://localhost').map(({ name }) => `${name}.webp`)

  expect(readdirSync('docs/pictures/mails').toSorted()).toEqual(names.toSorted())
})
