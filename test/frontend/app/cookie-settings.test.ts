import { expect, test, vi } from 'vitest'
import { onCookieSettingsRequest, openCookieSettings } from '../../../frontend/src/ui/open-cookie-settings.ts'

test('the footer’s request for the cookie settings reaches whoever shows them, even when they come later', () => {
  const late = vi.fn<() => void>()
  openCookieSettings()

  const end = onCookieSettingsRequest(late)
  expect(late).toHaveBeenCalledTimes(1)
  openCookieSettings()
  expect(late).toHaveBeenCalledTimes(2)
  end()

  const next = vi.fn<() => void>()
  onCookieSettingsRequest(next)()
  expect([late.mock.calls.length, next.mock.calls.length]).toEqual([2, 0])
})
