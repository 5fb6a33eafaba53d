import { apiContract } from '#contract/api'
import { PRODUCT_SLUG } from '#contract/product'
import { KnownBrowserTokens, MAX_KNOWN_BROWSERS } from '#contract/value-schemas'
import { sharedStorage } from './browser-storage.ts'
import { callApi } from './call-api.ts'

/** Kept after sign-out: it grants nothing and reveals only that somebody has signed in here before. */
const key = `${PRODUCT_SLUG}:browser`

export const readKnownBrowserTokens = (): string[] =>
  KnownBrowserTokens.safeParse(sharedStorage.readJson(key)).data ?? []

export const registerKnownBrowser = async (): Promise<void> => {
  const browsers = readKnownBrowserTokens()
  try {
    const { browser } = await callApi(apiContract.account.keepBrowser, { body: { browsers } })
    if (browser !== null) sharedStorage.write(key, JSON.stringify([browser, ...browsers].slice(0, MAX_KNOWN_BROWSERS)))
  } catch {
    // An unknown browser signs in without it.
  }
}
