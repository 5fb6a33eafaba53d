export const PRODUCT_NAME = 'Hábitat Interior'
export const PRODUCT_SLUG = 'habitat-interior'

/** Minimum age for an account, even with a guardian's consent. */
export const MIN_ACCOUNT_AGE_YEARS = 16

export const supportedLanguages = ['es'] as const

export const PRACTICE_TIME_ZONE = 'Europe/Madrid'

/** Every new text needs a new version. */
export const GUARDIAN_CONSENT_VERSION = '2026-11-2'

/** Every new text needs a new version; all clients are then asked again. */
export const HEALTH_CONSENT_VERSION = '2026-11'

/** Terms and privacy policy. Every new text needs a new version. */
export const TERMS_VERSION = '2026-12'
/** As the terms promise: whole days between the mail that announces a change and the day from which it applies. */
export const TERMS_NOTICE_DAYS = 30

/** Every new text needs a new version; everybody is then asked again. */
export const COOKIE_POLICY_VERSION = '2026-11-2'
/** Months until a choice expires and is asked for again (AEPD's guide on cookies). */
export const COOKIE_CHOICE_MONTHS = 24
