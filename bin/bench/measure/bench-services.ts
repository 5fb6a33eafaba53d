import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { openDatabase } from '#data/database'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableConnection } from '#data/table'
import type { AwsConfigurationReader } from '../../../functions/security/aws-configuration.ts'
import { BENCH_ORIGIN_SECRET } from './bench-event.ts'

/** The instant, in milliseconds, and how many ids were given. */
export interface BenchClock {
  at: number
  issued: number
}

interface BenchConnection {
  readonly client: DynamoDBClient
  readonly table: string
  readonly clock: BenchClock
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

/** As a deployed stage answers. */
const cloud = {
  pool: async () => ({
    id: 'eu-west-1_bench',
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

/** Cognito, S3 and Stripe answer at once: what they cost does not depend on the number of clients. */
export function createBenchServices({ client, table, clock }: BenchConnection): object {
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
    files: answering({ keys: async () => [] }),
    archive: answering({}),
    listUsers: listNobody,
    vault: answering({ list: async () => [], listVersions: async () => [] }),
    cloud,
    stripe,
  })
}
