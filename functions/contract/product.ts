/** The product's name: titles, mails, the authenticator entry, file names. Changed here and nowhere else. */
export const PRODUCT_NAME = 'Hábitat Interior'
/** The same name where only plain letters may stand: storage keys, file names, stack names. */
export const PRODUCT_SLUG = 'habitat-interior'

/** Where the practice works; wall times are of this zone. */
export const TIME_ZONE = 'Europe/Madrid'

/** Version of what a minor's guardian agrees to. A new text is a new version. */
export const GUARDIAN_TEXT_VERSION = '2026-11-2'

/** Version of the text by which somebody agrees to the use of their health data. A new text is a new version, and all are asked again. */
export const HEALTH_CONSENT_VERSION = '2026-11'

/** Version of the terms and the privacy policy that a person accepts. A new text is a new version. */
export const TERMS_VERSION = '2026-11'

/** Version of the text about cookies that a person is asked about. A new text is a new version, and all are asked again. */
export const COOKIES_VERSION = '2026-11'
/** For how long a choice about cookies holds, in months, before its owner is asked again (AEPD's guide on cookies). */
export const COOKIES_MONTHS = 24
