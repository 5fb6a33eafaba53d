import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getWholeTemplate } from './synthesised.ts'

const namesOfOthers: Readonly<Record<string, string>> = {
  ALLOW_ADMIN_USER_PASSWORD_AUTH: 'a flow of Cognito',
  UserRead: 'a category of Cognito’s quotas',
  TARGET_ARN: 'an attribute of messages that EventBridge Scheduler gives up',
  ERROR_MESSAGE: 'as above',
  StripeAuthenticationError: 'an error of Stripe’s client',
  StripePermissionError: 'as above',
  StatusReasons: 'a field of GuardDuty',
  'GuardDuty Malware Protection Post Scan Action Failed': 'an event of GuardDuty',
  requestPayload: 'a field of what Lambda hands on of a call that failed',
  PROBATION: 'a state of an account at SES',
  MailFromDomainNotVerified: 'an error of SES',
  AccountSendingPaused: 'as above',
  KMSInvalidStateException: 'an error of KMS',
  DisabledException: 'as above',
  AWSBackupDefaultServiceRole: 'a role that AWS Backup makes',
  LastProcessingResult: 'a field of an event source mapping of Lambda',
  CopyJobId: 'a field of what AWS Backup answers',
  RestoreJobId: 'as above',
  '--serial-number': 'an option of the AWS CLI',
}

const read = (file: string) => readFileSync(file, 'utf8')
const toWords = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? []

const sources = globSync('{functions,lib,bin,frontend}/**/*.{ts,tsx,mjs,mts}', { exclude: ['**/node_modules/**'] })
const sourceWords = new Set([...sources, 'package.json'].flatMap((file) => toWords(read(file))))
// For resources without a name, the pages give the beginning of the logical id: `MailOutbox…`.
const logicalIds = Object.keys(getWholeTemplate().toJSON()['Resources'] as object)

const block = /```[^]*?```/g
/** Commands are run by test/local/runbooks.test.ts, and test/architecture.test.ts checks files. */
const isNamedElsewhere = /^(aws|npm|npx) |^[\w/.-]+\.(tsx?|mjs|md)$/
/** `$job#job_customers/recount`: ElectroDB writes the attribute's name before its value. */
const keyName = /\$\w+#[a-z]+_/g

interface NameInRunbook {
  readonly page: string
  readonly span: string
  readonly missing: readonly string[]
}

function listMissingNames(page: string): readonly NameInRunbook[] {
  const text = read(page)
  const ofShell = new Set((text.match(block) ?? []).flatMap(toWords))
  const isThere = (word: string) => sourceWords.has(word) || ofShell.has(word)
  return [...text.replaceAll(block, '').matchAll(/`([^`]+)`/g)].flatMap(([, written = '']) => {
    const span = written.replaceAll(/\s+/g, ' ')
    if (isNamedElsewhere.test(span) || span in namesOfOthers) return []
    if (span.endsWith('…') && logicalIds.some((id) => id.startsWith(span.slice(0, -1)))) return []
    const missing = toWords(span.replaceAll(keyName, '')).filter((word) => !isThere(word))
    return missing.length > 0 ? [{ page, span, missing }] : []
  })
}

test('every name that a runbook gives as code is one of the sources, of the stage, or of AWS and Stripe', () => {
  const pages = globSync('docs/runbooks/*.md')

  expect(pages.length).toBeGreaterThan(40)
  expect(pages.flatMap(listMissingNames)).toEqual([])
})

test('a name of AWS or Stripe that no runbook has any more is not excused either', () => {
  const texts = globSync('docs/runbooks/*.md').map(read).join('\n').replaceAll(/\s+/g, ' ')

  expect(Object.keys(namesOfOthers).filter((name) => !texts.includes(`\`${name}\``))).toEqual([])
})

// As text the AWS CLI answers `--query` once for each page that it fetches, and the shell gets as many names.
test('a command that takes the first of a list as text asks for one page', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '.github/**/*.yml'])
  const commands = files.flatMap(
    (file) =>
      read(file)
        .replaceAll('\\\n', ' ')
        .match(/\baws [^\n`]+/g) ?? [],
  )
  const takingTheFirst = commands.filter((text) => text.includes('--output text') && /--query \S*\[0\]/.test(text))

  expect(takingTheFirst).not.toEqual([])
  expect(takingTheFirst.filter((text) => !text.includes('--no-paginate'))).toEqual([])
})

// `date -d` is GNU's: that of macOS has no such option for another day.
test('no command computes a date as only Linux does', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'])
  const commands = pages.flatMap((page) => read(page).match(/\bdate( -u)? (-d|--\w+)\b.*/g) ?? [])

  expect(commands).toEqual([])
})
