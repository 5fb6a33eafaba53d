import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '../../../frontend/src/ui/icon-button.tsx'

/** As in browsers; jsdom's answer depends on earlier queries. */
let isByKeyboard = false
document.addEventListener('keydown', () => void (isByKeyboard = true), true)
document.addEventListener('pointerdown', () => void (isByKeyboard = false), true)
// oxlint-disable-next-line typescript/unbound-method -- called for its element below
const { matches } = Element.prototype
const matchesFocusVisible = function matchesFocusVisible(this: Element, selector: string) {
  return selector === ':focus-visible' ? isByKeyboard && this === document.activeElement : matches.call(this, selector)
}

const showPopover = vi.fn<() => void>()
// oxlint-disable-next-line typescript/unbound-method -- put back as it was
const { showPopover: showOthers } = HTMLElement.prototype

beforeEach(() => {
  vi.useFakeTimers()
  isByKeyboard = false
  Element.prototype.matches = matchesFocusVisible as typeof matches
  // jsdom has the attribute but not its methods.
  HTMLElement.prototype.showPopover = showPopover
})
afterEach(() => {
  // Within 300 ms the next tooltip opens without delay, even in another test.
  pass(300)
  cleanup()
  Element.prototype.matches = matches
  // The files of a worker share the document, and other menus are popovers too.
  HTMLElement.prototype.showPopover = showOthers
  vi.useRealTimers()
})

/** Real user actions take time, which the exact delays of the other tests do not allow. */
function atWork() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return userEvent.setup({ delay: null })
}

const press = vi.fn<() => void>()
const open = () =>
  render(
    <>
      <IconButton label="Mes anterior">‹</IconButton>
      <IconButton label="Mes siguiente" onClick={press}>
        ›
      </IconButton>
    </>,
  )
const button = (name: 'Mes anterior' | 'Mes siguiente') => screen.getByRole('button', { name })
const previous = () => button('Mes anterior')
const next = () => button('Mes siguiente')
const restOn = (element: Element, pointerType = 'mouse') => fireEvent.pointerMove(element, { pointerType })
const leave = (element: Element) => fireEvent.pointerLeave(element, { pointerType: 'mouse' })
const pass = (milliseconds: number): void => void act(() => void vi.advanceTimersByTime(milliseconds))
const shown = () => screen.queryAllByRole('tooltip', { hidden: true }).map(({ textContent }) => textContent)

test('LIM-19 the name of a picture is shown to whoever rests on it for 700 ms, above all else', () => {
  open()

  restOn(previous())
  pass(699)
  expect(shown()).toEqual([])

  pass(1)
  expect(shown()).toEqual(['Mes anterior'])
  expect(showPopover).toHaveBeenCalledOnce()
})

test('LIM-19 the next one within 300 ms is shown at once, a later one is not', () => {
  open()
  restOn(previous())
  pass(700)
  leave(previous())
  pass(299)

  restOn(next())
  expect(shown()).toEqual(['Mes siguiente'])

  leave(next())
  pass(301)
  restOn(previous())
  expect(shown()).toEqual([])
})

test('of two neighbours one alone is shown', () => {
  open()
  restOn(previous())
  pass(700)

  leave(previous())
  restOn(next())

  expect(shown()).toEqual(['Mes siguiente'])
})

test('it stays for whoever goes onto it to read it, and goes when the pointer goes elsewhere', () => {
  open()
  restOn(previous())
  pass(700)
  const tooltip = screen.getByRole('tooltip', { hidden: true })

  leave(previous())
  pass(99)
  fireEvent.pointerEnter(tooltip, { pointerType: 'mouse' })
  pass(5000)
  expect(shown()).toEqual(['Mes anterior'])

  leave(tooltip)
  pass(100)
  expect(shown()).toEqual([])
})

test('whoever comes with the keyboard reads it without waiting, until they go on', async () => {
  const person = atWork()
  open()

  await person.tab()
  expect(shown()).toEqual(['Mes anterior'])

  await person.tab()
  expect(shown()).toEqual(['Mes siguiente'])

  await person.tab()
  expect(shown()).toEqual([])
})

test('Escape closes it and leaves the focus where it is', async () => {
  const person = atWork()
  open()
  await person.tab()
  expect(shown()).toEqual(['Mes anterior'])

  await person.keyboard('{Escape}')

  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(previous())
})

test('a press is no question: it closes the name, and nothing comes until the pointer has been elsewhere', async () => {
  const person = atWork()
  open()
  restOn(next())
  pass(700)

  await person.click(next())
  pass(5000)

  expect(press).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
})

test('a finger presses and is shown nothing', () => {
  open()

  restOn(next(), 'touch')
  fireEvent.pointerDown(next(), { pointerType: 'touch' })
  pass(5000)
  expect(shown()).toEqual([])

  fireEvent.click(next())
  pass(5000)
  expect(shown()).toEqual([])
})

test('the name is that of the button for whoever does not see it', () => {
  open()

  expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Mes anterior',
    'Mes siguiente',
  ])
})
