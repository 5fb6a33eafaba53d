import { expect, test, vi } from 'vitest'
import { onOpenCookieSettings, openCookieSettings } from '../../../frontend/src/ui/cookie-settings.ts'

test('the footer’s request for the cookie settings reaches whoever shows them, even when they come later', () => {
  const late = vi.fn<() => void>()
  openCookieSettings()

  const end = onOpenCookieSettings(late)
  expect(late).toHaveBeenCalledTimes(1)
  openCookieSettings()
  expect(late).toHaveBeenCalledTimes(2)
  end()

  const next = vi.fn<() => void>()
  onOpenCookieSettings(next)()
  expect([late.mock.calls.length, next.mock.calls.length]).toEqual([2, 0])
})
