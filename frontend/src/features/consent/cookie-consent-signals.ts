import type { CookieChoice } from './cookie-choice.ts'

interface Signals {
  readonly analytics_storage: 'granted' | 'denied'
  readonly ad_storage: 'granted' | 'denied'
  readonly ad_user_data: 'granted' | 'denied'
  readonly ad_personalization: 'granted' | 'denied'
}

declare global {
  interface Window {
    /** Nothing reads it: the product loads no tag. */
    dataLayer?: unknown[]
  }
}

function gtag(..._said: readonly ['consent', 'default' | 'update', Signals]): void {
  window.dataLayer ??= []
  // oxlint-disable-next-line prefer-rest-params -- tags tell these entries from others by their being `arguments`
  window.dataLayer.push(arguments)
}

const signalsFor = ({ analytics, marketing }: Pick<CookieChoice, 'analytics' | 'marketing'>): Signals => {
  const advertising = marketing ? 'granted' : 'denied'
  return {
    analytics_storage: analytics ? 'granted' : 'denied',
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
  }
}

const nothing = { analytics: false, marketing: false }

/** Runs with the first script of the page, before anything that needs consent could load. */
if (typeof window !== 'undefined') gtag('consent', 'default', signalsFor(nothing))

export const applyCookieConsent = (choice: CookieChoice | undefined): void =>
  gtag('consent', 'update', signalsFor(choice ?? nothing))
