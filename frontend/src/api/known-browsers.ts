import { api } from '#contract/api'
import { PRODUCT_SLUG } from '#contract/product'
import { KnownBrowsers, MAX_BROWSERS } from '#contract/values'
import { call } from './call.ts'

/** Kept after sign-out: it grants nothing and reveals only that somebody has signed in here before. */
const key = `${PRODUCT_SLUG}:browser`

export function knownBrowsers(): string[] {
  try {
    const kept = KnownBrowsers.safeParse(JSON.parse(window.localStorage.getItem(key) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    return []
  }
}

export const rememberBrowser = async (): Promise<void> => {
  const browsers = knownBrowsers()
  try {
    const { browser } = await call(api.account.keepBrowser, { body: { browsers } })
    if (browser !== null)
      window.localStorage.setItem(key, JSON.stringify([browser, ...browsers].slice(0, MAX_BROWSERS)))
  } catch {
    // A browser that is not known signs in like any other.
  }
}
