import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { recordOpeningAuditActions } from '#contract/audit'
import { createAuditMonthQueries, compareAuditEntriesNewestFirst } from '#data/audit-months'
import type { Database } from '#data/database'
import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import type { DiagnosticsServices } from '../../functions/diagnostics/services.ts'
import type { FileServices } from '../../functions/files/services.ts'
import type { AccountServices } from '../../functions/account/services.ts'
import type { MfaServices } from '../../functions/mfa/services.ts'
import type { PaymentServices } from '../../functions/payments/services.ts'
import type { UserServices } from '../../functions/users/services.ts'
import type { SecurityServices } from '../../functions/security/services.ts'
import type { ContractWithdrawalServices } from '../../functions/withdrawals/services.ts'
import type { StripeAccess } from '#platform/stripe-access'
import { markInvitedEmailProven } from '../../functions/account/public/invited-email.ts'
import { renderReceiptPdf } from '../../functions/payments/public/receipt-pdf.ts'
import { formatReceiptFileName } from '../../functions/payments/public/receipt.ts'
import type { ReceiptPdfStorage } from '../../functions/payments/public/receipt-files.ts'
import { type FakeUserPool, createFakeUserPool } from './fake-user-pool.ts'
import { createSecuritySettingsReader } from '#platform/security-settings'
import { createEmptyTable } from './table.ts'

export const TEST_ORIGIN_SECRET = 'the secret that CloudFront adds'

export interface ManualClock {
  readonly now: () => Date
  readonly set: (instant: string) => void
  readonly advance: (lapse: { seconds?: number; minutes?: number; hours?: number; days?: number }) => void
}

export function createStoppedClock(start = '2026-11-21T09:00:00.000Z'): ManualClock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    set: (instant) => void (at = Date.parse(instant)),
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) =>
      void (at += (seconds + 60 * minutes + 3600 * hours + 86_400 * days) * 1000),
  }
}

export interface TestPractice
  extends
    PaymentServices,
    MfaServices,
    UserServices,
    FileServices,
    AccountServices,
    ContractWithdrawalServices,
    SecurityServices,
    DiagnosticsServices {
  readonly clock: ManualClock
  readonly identities: FakeUserPool
  readonly wordsMails: boolean
  readonly table: { readonly name: string; readonly client: DynamoDBClient }
}

export async function createTestPractice(overrides: Partial<TestPractice> = {}): Promise<TestPractice> {
  const { table, client, data } = await createEmptyTable()
  const clock = overrides.clock ?? createStoppedClock()
  let issued = 0
  const practice: TestPractice = {
    data,
    clock,
    now: clock.now,
    wallClock: clock.now,
    newId: (prefix) => `${prefix}_${String(++issued).padStart(12, '0')}`,
    securitySettings: createSecuritySettingsReader({ data, wallClock: clock.now }),
    originSecret: async () => TEST_ORIGIN_SECRET,
    identities: createFakeUserPool(),
    stripe: nobodyAtStripe,
    authenticators: absent('authenticators'),
    clientFiles: absent('clientFiles'),
    vault: absent('vault'),
    accounts: absent('accounts'),
    passwords: absent('passwords'),
    signUps: absent('signUps'),
    pause: async (milliseconds: number) => clock.advance({ seconds: milliseconds / 1000 }),
    receiptFiles: receiptFilesInMemory(),
    healthChecks: { files: answered, mail: answered, payments: answered },
    timeoutFor: () => new AbortController().signal,
    cloud: deployedCloudReadings,
    siteUrl: 'https://habitat.test',
    wordsMails: true,
    practiceMail: 'consulta@habitat.test',
    table: { name: table, client },
    proveAddress: (user, caller) => markInvitedEmailProven(user, caller, practice),
    ...overrides,
  }
  return practice
}

/** A service that a test must not call: each call throws. */
const absent = (name: string) =>
  new Proxy({}, { get: () => () => Promise.reject(new Error(`this test has no ${name}`)) }) as never

export const deployedCloudReadings: TestPractice['cloud'] = {
  pool: async () => ({
    id: 'eu-west-1_habitat',
    mfa: 'OPTIONAL',
    softwareTokens: true,
    minimumLength: 8,
    requiredKinds: ['RequireLowercase', 'RequireUppercase', 'RequireNumbers', 'RequireSymbols'],
    deletionProtection: 'ACTIVE',
    firstFactors: ['PASSWORD'],
  }),
  table: async () => ({
    name: 'habitat',
    encryption: { type: 'KMS', key: 'table' },
    deletionProtection: true,
    recovery: { days: 35, from: '2026-10-17T09:00:00.000Z', until: '2026-11-21T08:55:00.000Z' },
  }),
  files: async () => ({
    name: 'habitat-files',
    encryption: { algorithm: 'aws:kms', key: 'files' },
    blocked: ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'],
    versioning: 'Enabled',
    logsTo: 'habitat-files-logs',
  }),
}

const answered = async () => undefined

const nobodyAtStripe: StripeAccess = {
  client: () => Promise.reject(new Error('this test has no Stripe')),
  webhookSecret: () => Promise.reject(new Error('this test has no Stripe')),
}

const receiptFilesInMemory = (): ReceiptPdfStorage => ({
  pdf: (receipt) => renderReceiptPdf(receipt),
  link: async (receipt) => `https://files.test/${receipt.fileKey}?as=${formatReceiptFileName(receipt)}`,
})

/** Entries written for any session and for any administrador who reads. */
const byTheWay: readonly string[] = ['SESSION_STARTED', ...recordOpeningAuditActions]

/** Oldest first, without entries that reading writes. */
export const listAuditChanges = async (practice: { data: Database; now: () => Date }) =>
  (await listAuditEntries(practice)).filter(({ action }) => !byTheWay.includes(action))

/** Oldest first. */
export async function listAuditEntries({ data, now }: { data: Database; now: () => Date }) {
  const month = now().toISOString().slice(0, 7)
  const range = { lower: { createdAt: LOWEST_SORT_KEY }, upper: { createdAt: HIGHEST_SORT_KEY } }
  const parts = await Promise.all(
    createAuditMonthQueries({ auditEntries: data.auditEntries }, month, range).map((query) =>
      query.go({ pages: 'all' }),
    ),
  )
  return parts.flatMap(({ data: entries }) => entries).toSorted((a, b) => compareAuditEntriesNewestFirst(b, a))
}

export const listAuditedActions = async (practice: { data: Database; now: () => Date }) =>
  (await listAuditChanges(practice)).map(({ action }) => action)
