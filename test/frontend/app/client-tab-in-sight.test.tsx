import { screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation } from '../../support/own-consultations.ts'

const scrolled: string[] = []

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  signInAsRole('cliente')
  scrolled.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrollIntoView(this: Element) {
    scrolled.push(this.className)
  })
  fakeApi.answer('GET /customers/current/pathway', createPathwayInState('follow-up-missed'))
  fakeApi.answer('GET /consultations/mine/next', {
    consultation: createOwnConsultation({ startsAt: '2026-12-03T09:30:00.000Z' }),
    toSchedule: null,
    freeRequests: false,
  })
})
afterEach(() => void vi.restoreAllMocks())

const shownTab = (name: RegExp) => screen.findByRole('link', { name, current: 'page' })
const isScrolled = (times: number) =>
  waitFor(() => {
    if (scrolled.length < times) throw new Error(`${scrolled.length} times so far`)
    return scrolled
  })

test('a link of «Hoy» to a tab brings the tabs into sight, also when it is pressed again', async () => {
  const person = openProductPath('/client')
  const change = await screen.findByRole('link', { name: 'Cambiar o cancelar' })

  await person.click(change)
  expect(await isScrolled(1)).toEqual(['tab-links'])
  await shownTab(/Consultas/)
  await person.click(change)

  expect(await isScrolled(2)).toEqual(['tab-links', 'tab-links'])
})

test('a link of «Tu proceso» to a tab brings the tabs into sight', async () => {
  const person = openProductPath('/client/proceso')

  await person.click(await screen.findByRole('link', { name: 'Pedir otra hora' }))

  expect(await isScrolled(1)).toEqual(['tab-links'])
  await shownTab(/Consultas/)
})

test('whoever opens the address or chooses in the bar stays where they are', async () => {
  const person = openProductPath('/client?tab=invoices')
  const bar = within(await screen.findByRole('navigation', { name: 'Secciones de mi panel' }))
  const change = await screen.findByRole('link', { name: 'Cambiar o cancelar' })

  await person.click(bar.getByRole('link', { name: /Analíticas/ }))
  await shownTab(/Analíticas/)
  await person.click(change)

  // Only the last press scrolls.
  expect(await isScrolled(1)).toEqual(['tab-links'])
})
