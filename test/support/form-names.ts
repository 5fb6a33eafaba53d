import { globSync, readFileSync } from 'node:fs'

interface FormName {
  readonly name: string
  /** Forms with passwords, codes or confirmation words are never stored, and ask nothing on leaving. */
  readonly isSecret: boolean
}

const named = /\{ form: '([\w-]+)'|createUnstoredFormDraft\(\s*'([\w-]+)'|createNoopFormDraft\(\s*'([\w-]+)'/g

/** Found in the source: `{ form: '…' }`, `createUnstoredFormDraft('…'`, `createNoopFormDraft('…'`. */
const forms = (): readonly FormName[] =>
  globSync('frontend/src/features/**/*.{ts,tsx}')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(named)])
    .map(([, kept, chosen, secret]) => ({ name: kept ?? chosen ?? secret ?? '', isSecret: secret !== undefined }))

export const listFormNames = (): readonly string[] =>
  forms()
    .map(({ name }) => name)
    .toSorted()

export const listGuardedFormNames = (): readonly string[] =>
  forms()
    .filter(({ isSecret }) => !isSecret)
    .map(({ name }) => name)
    .toSorted()

/** Tested in test/frontend/app/forms-kept.test.tsx: one component implements asking and storing for all forms. */
export const formsOpenedWithoutBrowser = [
  'accept-budget',
  'analysis',
  'birth-date',
  'budget',
  'budget-answer',
  'budget-question',
  'budget-template',
  'care-pathway',
  'check-in',
  'complete-registration',
  'confirm-request',
  'consent-withdrawal',
  'consultation-status',
  'decline-budget',
  'guardian',
  'guardian-consent',
  'language',
  'legal-basis',
  'message',
  'opening-hours',
  'opening-question',
  'payment',
  'penetration-test',
  'protocol',
  'protocol-template',
  'refund',
  'reply-template',
  'security-timeout',
  'suppression',
] as const
