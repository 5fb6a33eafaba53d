import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openDatabase } from '#data/database'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableConnection } from '#data/table'
import type { AwsConfigurationReader } from '../../../functions/security/aws-configuration.ts'
import { BENCH_ORIGIN_SECRET } from './bench-event.ts'
import { describeBenchClient } from './seed-practice.ts'

/** The instant, in milliseconds, and the number of generated ids. */
export interface BenchClock {
  at: number
  issued: number
}

interface BenchConnection {
  readonly client: DynamoDBClient
  readonly table: string
  readonly clock: BenchClock
  readonly clients: () => number
}

const settings = {
  enforceStrongPasswords: true,
  requireMfaForAdmins: true,
  sessionTimeout: 24,
  auditLogging: true,
  rateLimiting: true,
} as const

const answering = (answers: object) =>
  new Proxy(answers, {
    get: (known, name) => (name === 'then' ? undefined : (Reflect.get(known, name) ?? (async () => undefined))),
  })

const USER_POOL_ID = 'eu-west-1_bench'

const cloud = {
  pool: async () => ({
    id: USER_POOL_ID,
    mfa: 'OPTIONAL',
    softwareTokens: true,
    minimumLength: 8,
    requiredKinds: [],
    deletionProtection: 'ACTIVE',
    firstFactors: ['PASSWORD'],
  }),
  table: async () => ({ name: 'bench', encryption: undefined, deletionProtection: true, recovery: undefined }),
  files: async () => ({
    name: 'bench-files',
    encryption: { algorithm: 'aws:kms', key: 'bench' },
    blocked: [],
    versioning: 'Enabled',
    logsTo: undefined,
  }),
} satisfies AwsConfigurationReader

async function* listNobody() {}

const COGNITO_PAGE = 60

async function listUsers(clients: number, token: string | null) {
  const from = Number(token ?? 0)
  const to = Math.min(from + COGNITO_PAGE, clients)
  const users = Array.from({ length: Math.max(0, to - from) }, (_, n) => {
    const { number, email, phone } = describeBenchClient(from + n, clients)
    const attributes = { email, email_verified: 'true', phone_number: phone }
    return { sub: `bench-${number}`, attributes, enabled: true, confirmed: true, googleSubjects: [] }
  })
  return { users, next: to < clients ? String(to) : null }
}

interface AskedSession {
  readonly line_items: readonly [{ readonly price_data: { readonly unit_amount: number } }]
}

const stripe = {
  client: async () => ({
    checkout: {
      sessions: {
        create: async ({ line_items: [{ price_data: price }] }: AskedSession) => ({
          id: 'cs_bench',
          url: 'https://stripe.example/pay',
          amount_total: price.unit_amount,
          currency: 'eur',
        }),
      },
    },
  }),
}

/**
 * Cognito, S3 and Stripe answer at once and are not measured. Two jobs use them more with more clients: the export of
 * accounts and the check of the log, whose copy is empty here (docs/performance.md).
 */
export function createBenchServices({ client, table, clock, clients }: BenchConnection): object {
  const now = () => new Date(clock.at)
  const person = { confirmed: true, enabled: true, hasTotp: true }
  return answering({
    data: openDatabase(createTableConnection(table, client)),
    now,
    wallClock: now,
    newId: (prefix: string) => `${prefix}_made-${String((clock.issued += 1)).padStart(10, '0')}`,
    securitySettings: async () => settings,
    originSecret: async () => BENCH_ORIGIN_SECRET,
    siteUrl: 'https://habitat.example',
    practiceMail: 'consulta@habitat.example',
    identities: answering({ find: async () => person }),
    pool: answering({ unconfirmed: listNobody }),
    partitions: openRawTableAccess(table, client),
    announcements: [],
    files: answering({ keys: async () => [] }),
    archive: answering({}),
    userPoolId: USER_POOL_ID,
    listUsers: (token: string | null) => listUsers(clients(), token),
    vault: answering({ list: async () => [], listObjects: async () => ({ objects: [], next: null }) }),
    cloud,
    stripe,
  })
}
