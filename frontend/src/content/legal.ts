import { TERMS_VERSION } from '#contract/product'
import type { PublicPath } from './public-pages.ts'

/**
 * Paragraphs are plain strings in which `**bold**`, `` `code` `` and `[text](address)` are marked; everything else of a text
 * is one of the shapes below.
 */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  /** What happens first, second, third. */
  | { readonly steps: readonly string[] }
  /** What must not be overlooked. */
  | { readonly note: string }
  | { readonly facts: readonly (readonly [term: string, description: string])[] }
  /** A button that opens the cookie settings, with what it says. */
  | { readonly cookieSettings: string }
  | LegalTable

export interface LegalTable {
  readonly caption: string
  readonly columns: readonly string[]
  /** As many cells as there are columns; the first names the row. */
  readonly rows: readonly (readonly string[])[]
}

export interface LegalSection {
  /** What stands behind the `#` of the section's address. Others may link to it: it does not change with the title. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

/** What search engines are told of these pages stands with all the other pages, in public-pages.ts. */
export interface LegalText {
  readonly path: PublicPath
  readonly title: string
  readonly intro: string
  /** What a person in a hurry should know, in a sentence each. */
  readonly essentials: readonly string[]
  readonly sections: readonly LegalSection[]
  readonly version: string
  /** Calendar day of the last change, `YYYY-MM-DD`. */
  readonly updated: string
  /** Whether a lawyer has approved this version; a changed text is pending again. Never shown on the page. */
  readonly legalReview: 'pending' | 'approved'
}

/** What the four texts share: they are published together, and a new version of them is accepted anew. */
export const edition = {
  version: TERMS_VERSION,
  updated: '2026-11-21',
  /** Pendiente de revisión jurídica: a lawyer has to read the texts before the product goes live. */
  legalReview: 'pending',
} as const satisfies Partial<LegalText>

/** Periods that the texts promise, in the unit that each name says. */
export const periods = {
  termsNoticeDays: 30,
  withdrawalDays: 14,
  deletionUndoDays: 14,
  activeErasureDays: 30,
  backupPurgeDays: 90,
  healthYears: 5,
  billingYears: 10,
  /** Above this age nobody needs a parent's consent. */
  adultAge: 18,
  /** Article 7 of the LOPDGDD. */
  digitalConsentAge: 14,
  accessLogDays: 90,
} as const
