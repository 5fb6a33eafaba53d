import { apiContract } from '#contract/api'
import { PRODUCT_SLUG } from '#contract/product'
import { KnownBrowserTokens, MAX_KNOWN_BROWSERS } from '#contract/value-schemas'
import { callApi } from './call-api.ts'

/** Kept after sign-out: it grants nothing and reveals only that somebody has signed in here before. */
const key = `${PRODUCT_SLUG}:browser`

export function readKnownBrowserTokens(): string[] {
  try {
    const kept = KnownBrowserTokens.safeParse(JSON.parse(window.localStorage.getItem(key) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    return []
  }
}

export const registerKnownBrowser = async (): Promise<void> => {
  const browsers = readKnownBrowserTokens()
  try {
    const { browser } = await callApi(apiContract.account.keepBrowser, { body: { browsers } })
    if (browser !== null)
      window.localStorage.setItem(key, JSON.stringify([browser, ...browsers].slice(0, MAX_KNOWN_BROWSERS)))
  } catch {
    // A browser that is not known signs in like any other.
  }
}
