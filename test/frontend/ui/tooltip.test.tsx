import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipProvider } from '../../../frontend/src/ui/tooltip.tsx'

/** jsdom has no layout, so there is nothing to observe. */
class NothingSeen {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', NothingSeen)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <TooltipProvider>
      <Tooltip text="Mes anterior">
        <button type="button">‹</button>
      </Tooltip>
      <Tooltip text="Mes siguiente">
        <button type="button">›</button>
      </Tooltip>
    </TooltipProvider>,
  )
const restOn = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
/** The pointer moves far away: over the tooltip it would keep it open. */
const leave = (name: string) => {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' })
  fireEvent.pointerMove(document.body, { clientX: 900, clientY: 900 })
}
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const shown = () => screen.queryByRole('tooltip')?.textContent

test('LIM-19 the name of a picture is shown to whoever rests on it for 700 ms', () => {
  open()

  restOn('‹')
  pass(699)
  expect(shown()).toBeUndefined()

  pass(1)
  expect(shown()).toBe('Mes anterior')
})

test('LIM-19 the next one within 300 ms is shown at once, a later one is not', () => {
  open()
  restOn('‹')
  pass(700)
  leave('‹')
  pass(299)

  restOn('›')
  expect(shown()).toBe('Mes siguiente')

  leave('›')
  pass(301)
  restOn('‹')
  expect(shown()).toBeUndefined()
})

test('whoever comes with the keyboard reads it without waiting', () => {
  open()

  act(() => screen.getByRole('button', { name: '›' }).focus())

  expect(shown()).toBe('Mes siguiente')
})
