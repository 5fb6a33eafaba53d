import { type ByRoleMatcher, act, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'

/** Of the document: it ends the scrolling. */
let height: number
const observers = new Set<() => void>()

class BodyObserver {
  readonly #grown: () => void
  constructor(grown: () => void) {
    this.#grown = grown
  }
  observe(element: Element) {
    if (element === document.body) observers.add(this.#grown)
  }
  unobserve = () => undefined
  disconnect() {
    observers.delete(this.#grown)
  }
}

const scrollTo = ({ top }: { readonly top: number }) => {
  vi.stubGlobal('scrollY', Math.min(top, height))
  window.dispatchEvent(new Event('scroll'))
}

const growTo = (next: number) =>
  void act(() => {
    height = next
    for (const grown of observers) grown()
  })

beforeEach(() => {
  height = 5000
  observers.clear()
  vi.stubGlobal('ResizeObserver', BodyObserver)
  vi.stubGlobal('scrollTo', scrollTo)
})

afterEach(() => void vi.stubGlobal('scrollY', 0))

/** Reads the first page down to 3000 pixels and follows a link of this name in a part of it to a second one. */
async function readAndGoOn(name = 'Derecho de desistimiento', part: ByRoleMatcher = 'region') {
  const person = openProductPath('/terminos')
  await screen.findByRole('heading', { level: 1, name: 'Términos y condiciones' })
  scrollTo({ top: 3000 })
  const link = { name: new RegExp(`^${name}`) }
  const links = screen.getAllByRole(part).flatMap((each) => within(each).queryAllByRole('link', link))
  await person.click(links[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name })
  return person
}

async function goBack() {
  window.history.back()
  await screen.findByRole('heading', { level: 1, name: 'Términos y condiciones' })
}

test.each([
  ['with the same frame', 'Derecho de desistimiento', 'region'],
  ['with another frame', 'Iniciar sesión', 'banner'],
] as const)('a page %s begins at its top', async (_, name, part) => {
  await readAndGoOn(name, part)

  expect(window.scrollY).toBe(0)
})

test('the way back leads to where the page was left, as soon as the page is high enough again', async () => {
  await readAndGoOn()
  height = 400
  await goBack()

  growTo(800)
  expect(window.scrollY).toBe(800)
  growTo(6000)
  expect(window.scrollY).toBe(3000)
})

test('the way forward leads to where the second page was left', async () => {
  await readAndGoOn()
  scrollTo({ top: 700 })
  await goBack()
  growTo(5000)

  window.history.forward()
  await screen.findByRole('heading', { level: 1, name: 'Derecho de desistimiento' })
  growTo(5000)

  expect(window.scrollY).toBe(700)
})

test('whoever has moved on by then is not taken away by a page that grows', async () => {
  const person = await readAndGoOn()
  height = 400
  await goBack()

  await person.keyboard('{PageDown}')
  scrollTo({ top: 100 })
  growTo(6000)

  expect(window.scrollY).toBe(100)
})
