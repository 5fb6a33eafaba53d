import { globSync, readFileSync } from 'node:fs'

interface FormName {
  readonly name: string
  /** Of passwords, codes and words that confirm nothing is ever kept, and nobody is asked about them. */
  readonly isSecret: boolean
}

const named = /\{ form: '([\w-]+)'|choiceDraft\('([\w-]+)'|secretDraft\('([\w-]+)'/g

/** All forms of the browser, as they stand in its code: `{ form: '…' }`, `choiceDraft('…'`, `secretDraft('…'`. */
const forms = (): readonly FormName[] =>
  globSync('frontend/src/features/**/*.{ts,tsx}')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(named)])
    .map(([, kept, chosen, secret]) => ({ name: kept ?? chosen ?? secret ?? '', isSecret: secret !== undefined }))

export const formNames = (): readonly string[] =>
  forms()
    .map(({ name }) => name)
    .toSorted()

/** The forms into which something is typed that may be lost. */
export const formNamesToGuard = (): readonly string[] =>
  forms()
    .filter(({ isSecret }) => !isSecret)
    .map(({ name }) => name)
    .toSorted()

/** Those that are opened without a browser, in test/frontend/app/forms-kept.test.tsx: what makes them ask and keep is one component. */
export const formsOpenedWithoutBrowser = [
  'birth-date',
  'complete-registration',
  'consultation-status',
  'guardian',
  'guardian-consent',
  'language',
  'legal-basis',
  'opening-question',
  'payment',
  'penetration-test',
  'suppression',
] as const
