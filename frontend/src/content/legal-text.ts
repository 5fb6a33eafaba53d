import { TERMS_NOTICE_DAYS, TERMS_VERSION } from '#contract/product'
import type { PublicPagePath } from './public-pages.ts'

/** Paragraphs are strings with `**bold**`, `` `code` `` and `[text](address)` marks. */
export type LegalTextBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly note: string }
  | { readonly facts: readonly (readonly [term: string, description: string])[] }
  | { readonly cookieSettings: string }
  | LegalTextTable

export interface LegalTextTable {
  readonly caption: string
  readonly columns: readonly string[]
  /** The first is the row header. */
  readonly rows: readonly (readonly string[])[]
}

export interface LegalTextSection {
  /** URL fragment. Stays the same when the title changes, because other pages may link to it. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalTextBlock[]
}

export interface LegalText {
  readonly path: PublicPagePath
  readonly title: string
  readonly intro: string
  readonly essentials: readonly string[]
  readonly sections: readonly LegalTextSection[]
  readonly version: string
  /** Day of the last change, `YYYY-MM-DD`. */
  readonly updated: string
  readonly legalReview: 'pending' | 'approved'
}

/** The four texts are published together. Clients are told of a new version by mail and do not accept it again. */
export const legalTextsEdition = {
  version: TERMS_VERSION,
  updated: '2026-12-01',
  /** Pendiente de revisión jurídica: a lawyer has to read the texts before the product goes live. */
  legalReview: 'pending',
} as const satisfies Partial<LegalText>

export const legalPeriods = {
  termsNoticeDays: TERMS_NOTICE_DAYS,
  withdrawalDays: 14,
  deletionUndoDays: 14,
  activeErasureDays: 30,
  backupPurgeDays: 90,
  healthYears: 5,
  billingYears: 10,
  adultAge: 18,
  /** Article 7 of the LOPDGDD. */
  digitalConsentAge: 14,
  accessLogDays: 90,
} as const
