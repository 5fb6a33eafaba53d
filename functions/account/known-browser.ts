import type { account } from '#contract/account'
import { type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { rememberBrowser, renewBrowser, trustOfBrowsers } from '#platform/trust'

const BROWSERS: RateLimit = { name: 'known-browsers', tries: 20, minutes: 24 * 60 }

/** Gives the browser of whoever is signed in a token, unless it has one of this account already. */
export const issueBrowserToken: Action<typeof account.keepBrowser> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const { userId } = actor
  for (const browser of body.browsers) {
    const [known] = await trustOfBrowsers([browser], services)
    if (known?.userId !== userId) continue
    await renewBrowser(browser, services)
    return { browser: null }
  }
  await consumeRateLimit(data, BROWSERS, userId, wallClock())
  return { browser: await rememberBrowser(userId, services) }
}
