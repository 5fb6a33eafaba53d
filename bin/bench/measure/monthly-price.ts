import { domainLambdaVariables, lambdaSchedules, nonApiLambdaVariables } from '#platform/lambdas'
import type { BenchActionKind } from './bench-action.ts'
import type { Measurement } from './bench-product.ts'
import type { GrowthRow } from './measure-growth.ts'
import { type PriceName, prices, PRICES_AS_OF } from './prices.ts'

/** A practice's use in a month. Assumed, not measured: adjust here. */
export const monthlyUse = {
  /** Share of all clients who are within their two to three months. */
  activeShare: 0.3,
  panelReads: 200,
  writes: 20,
  signIns: 8,
  /** Lists and records opened by administrators per active client. */
  lists: 30,
  mails: 6,
  files: 0.5,
  fileMegabytes: 2,
  /** Stored per client, former ones included. */
  tableKilobytes: 25,
  filesKept: 4,
  /** Page views per active client; most are of visitors who do not buy. */
  pageViews: 40,
  pageKilobytes: 134,
} as const

/**
 * Resources of the stage `prod`, independent of its size; test/lib/monthly-price.test.ts counts them in its template.
 */
export const stageParts = {
  keys: 6,
  secrets: 2,
  /** An alarm is charged per metric; those of functions read two. */
  alarmMetrics: 126,
  /** Charged metrics of the list. A function's error metric costs nothing in an hour without errors. */
  metrics: 32,
  dashboards: 1,
  webAcls: 2,
  firewallRules: 6,
  /** Lambda polls them constantly, also when empty. */
  workQueues: 3,
} as const

/** MB, for user pool triggers and for all other functions. */
export const functionMemory = { trigger: 1769, other: 1024 } as const

/** Memory at which a function has a full processor; with less it has a proportional share (docs/performance.md). */
const WHOLE_PROCESSOR_MB = 1769
const MINUTES_A_MONTH = 30 * 24 * 60
/** Waiting time for the table, in addition to processor time. */
const WAITING_MS_PER_REQUEST = 6
const LOG_BYTES_PER_CALL = 1200
const FREE_ACCOUNTS = 10_000
/** Assumed: five pollers of Lambda with long polls of twenty seconds. */
const EMPTY_READS_A_MINUTE = 15
/** A message is sent, received and deleted. */
const REQUESTS_PER_MESSAGE = 3
/** X-Ray traces the first call of each second, and this share of the others. */
const TRACED_SHARE = 0.05
/** An active function refreshes its secret after five minutes. */
const SECRET_READS_A_MONTH = MINUTES_A_MONTH / 5
const secretReaders = Object.values({ ...domainLambdaVariables, ...nonApiLambdaVariables })
  .flat()
  .filter((variable) => variable.endsWith('_SECRET')).length
const FUNCTIONS_OF_SIGN_IN = 4
const ENTRIES_PER_BATCH = 1000
/** Each day the check reads the copy of three months and all digests: those of five years, their most. */
const CHECKED_MONTHS = 3
const DIGESTS_OF_FIVE_YEARS = 43_800

const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 }

function countRuns(rate: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? []
  const minutes = Number(count) * (minutesOf[unit] ?? Number.NaN)
  if (Number.isNaN(minutes)) throw new Error(`nobody knows how often ${rate} is`)
  return MINUTES_A_MONTH / minutes
}

interface Cost {
  readonly readUnits: number
  readonly writeUnits: number
  readonly gigabyteSeconds: number
}

function costOf({ readUnits, writeUnits, cpuMs, requests }: Measurement, megabytes: number): Cost {
  const seconds = (cpuMs * Math.max(1, WHOLE_PROCESSOR_MB / megabytes) + requests * WAITING_MS_PER_REQUEST) / 1000
  return { readUnits, writeUnits, gigabyteSeconds: (seconds * megabytes) / 1024 }
}

/** Beyond the largest size only actions that may grow are extrapolated. */
function costAt(clients: number, { sizes, measured, mayGrow }: GrowthRow, megabytes: number): Cost {
  const [smallest = 0, largest = 0] = [sizes.at(0), sizes.at(-1)]
  const at = Math.max(smallest, mayGrow ? clients : Math.min(clients, largest))
  const found = sizes.findIndex((size) => size >= at)
  const end = found === -1 ? sizes.length - 1 : Math.max(found, 1)
  const [before, after] = [measured[end - 1] ?? measured[0], measured[end] ?? measured[0]]
  if (!before || !after) throw new Error('no size was measured')
  const [from = 0, to = 0] = [sizes[end - 1], sizes[end]]
  const [less, more] = [costOf(before, megabytes), costOf(after, megabytes)]
  const share = to > from ? (at - from) / (to - from) : 1
  const onLine = (key: keyof Cost) => Math.max(0, less[key] + (more[key] - less[key]) * share)
  return {
    readUnits: onLine('readUnits'),
    writeUnits: onLine('writeUnits'),
    gigabyteSeconds: onLine('gigabyteSeconds'),
  }
}

export interface MonthlyPrice {
  readonly clients: number
  readonly lines: Readonly<Record<string, number>>
}

const perMillion = (count: number, price: PriceName): number => (count / 1e6) * prices[price].usd

/**
 * Jobs whose measured run is the large one, over everybody or over all since the run before: counted once a day,
 * because their other runs read next to nothing.
 */
const oncePerDay = [
  'customers/recount',
  'customers/update-lists',
  'privacy/erase-due',
  'recovery/export-accounts',
  'security/check-audit-log',
  'diagnostics/check-invariants',
]

function countRunsOf(job: string, changes: number): number {
  if (oncePerDay.includes(job)) return 30
  const rate = (lambdaSchedules as Readonly<Record<string, string>>)[job]
  // A run of a minute in which a client has changed: at most one per change.
  return rate === undefined ? changes : countRuns(rate)
}

interface MonthlyUse extends Cost {
  readonly active: number
  readonly calls: number
  readonly views: number
  readonly scheduledRuns: number
  readonly invocations: number
  readonly messages: number
  /** Of the audit log: each call of an administrator that lists, each write and each sign-in. */
  readonly entries: number
}

function countUse(clients: number, rows: readonly GrowthRow[]): MonthlyUse {
  const active = clients * monthlyUse.activeShare
  const counts: Readonly<Record<Exclude<BenchActionKind, 'job'>, number>> = {
    panel: active * monthlyUse.panelReads,
    list: active * monthlyUse.lists,
    write: active * monthlyUse.writes,
    'sign-in': active * monthlyUse.signIns,
  }
  const parts = rows.flatMap((row) => {
    const { kind, name } = row.action
    if (kind === 'job')
      return { count: countRunsOf(name, counts.write), cost: costAt(clients, row, functionMemory.other) }
    // Exports are no everyday reading.
    const alike = rows.filter(({ action }) => action.kind === kind && !/export/i.test(action.name))
    if (!alike.includes(row)) return []
    const megabytes = kind === 'sign-in' ? functionMemory.trigger : functionMemory.other
    return { count: counts[kind] / alike.length, cost: costAt(clients, row, megabytes) }
  })
  const sum = (key: keyof Cost) => parts.reduce((all, { count, cost }) => all + count * cost[key], 0)
  const calls = Object.values(counts).reduce((all, count) => all + count, 0)
  const entries = counts.list + counts.write + counts['sign-in']
  const scheduledRuns = Object.values(lambdaSchedules).reduce((all, rate) => all + countRuns(rate), 0)
  return {
    active,
    calls,
    views: active * monthlyUse.pageViews,
    scheduledRuns,
    invocations: calls + counts['sign-in'] * (FUNCTIONS_OF_SIGN_IN - 1) + scheduledRuns,
    messages: entries + active * monthlyUse.mails,
    entries,
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    gigabyteSeconds: sum('gigabyteSeconds'),
  }
}

/** Puts and reads of the copy of the audit log, by its copier, its digests and its daily check. */
function countAuditObjects({ entries }: MonthlyUse) {
  // The copier gathers for a minute, and takes a thousand entries at once.
  const batches = Math.max(entries / ENTRIES_PER_BATCH, Math.min(entries, MINUTES_A_MONTH))
  return {
    puts: batches + MINUTES_A_MONTH / 60,
    reads: 30 * (batches * CHECKED_MONTHS + DIGESTS_OF_FIVE_YEARS),
  }
}

/**
 * Data events of both trails of docs/deploy.md: writes in the table, one for each transaction (an action with its entry, a
 * mail that was sent, a run of the clock), and what is done with the objects of the copy of the audit log.
 */
function countTrailEvents(use: MonthlyUse): number {
  const { puts, reads } = countAuditObjects(use)
  return use.entries + use.active * monthlyUse.mails + use.scheduledRuns + puts + reads
}

export function estimateMonth(clients: number, rows: readonly GrowthRow[]): MonthlyPrice {
  const use = countUse(clients, rows)
  const { active, calls, views } = use
  const copy = countAuditObjects(use)
  const tableGb = (clients * monthlyUse.tableKilobytes) / 1e6
  const fileGb = (clients * monthlyUse.filesKept * monthlyUse.fileMegabytes) / 1000
  return {
    clients,
    lines: {
      'DynamoDB, requests': perMillion(use.writeUnits, 'tableWrite') + perMillion(use.readUnits, 'tableRead'),
      'DynamoDB, storage and recovery': tableGb * (prices.tableStorage.usd + prices.tableRecovery.usd),
      'Backup, where the stage has one': tableGb * prices.backup.usd,
      Lambda: perMillion(use.invocations, 'lambdaRequest') + use.gigabyteSeconds * prices.lambdaTime.usd,
      'API Gateway': perMillion(calls, 'gateway'),
      CloudFront:
        perMillion(calls + views * 10, 'distributionRequest') +
        ((views * monthlyUse.pageKilobytes) / 1e6) * prices.distributionByte.usd,
      Cognito: Math.max(0, active - FREE_ACCOUNTS) * prices.account.usd,
      S3:
        fileGb * prices.fileStorage.usd +
        perMillion(active * monthlyUse.files + copy.puts, 'fileWrite') +
        perMillion(copy.reads, 'fileRead'),
      CloudTrail: perMillion(countTrailEvents(use), 'trailEvent'),
      SES: perMillion(active * monthlyUse.mails, 'mail'),
      KMS: stageParts.keys * prices.key.usd + perMillion(calls * 0.1, 'keyRequest'),
      WAF:
        stageParts.webAcls * prices.firewall.usd +
        stageParts.firewallRules * prices.firewallRule.usd +
        perMillion(calls + views * 10, 'firewallRequest'),
      CloudWatch:
        ((calls * LOG_BYTES_PER_CALL) / 1e9) * prices.logByte.usd +
        stageParts.alarmMetrics * prices.alarm.usd +
        stageParts.metrics * prices.metric.usd +
        stageParts.dashboards * prices.dashboard.usd,
      'X-Ray': perMillion(countTraces(use.invocations), 'trace'),
      SQS: perMillion(
        stageParts.workQueues * EMPTY_READS_A_MINUTE * MINUTES_A_MONTH + use.messages * REQUESTS_PER_MESSAGE,
        'queueRequest',
      ),
      'EventBridge Scheduler': perMillion(use.scheduledRuns, 'scheduledRun'),
      'Secrets Manager':
        stageParts.secrets * prices.secret.usd +
        perMillion(Math.min(calls, secretReaders * SECRET_READS_A_MONTH), 'secretRequest'),
      GuardDuty:
        perMillion(active * monthlyUse.files, 'scannedFile') +
        ((active * monthlyUse.files * monthlyUse.fileMegabytes) / 1000) * prices.scannedByte.usd,
    },
  }
}

function countTraces(invocations: number): number {
  const first = Math.min(invocations, MINUTES_A_MONTH * 60)
  return first + (invocations - first) * TRACED_SHARE
}

export function formatMonth(months: readonly MonthlyPrice[]): string {
  const names = Object.keys(months[0]?.lines ?? {})
  const total = ({ lines }: MonthlyPrice) => Object.values(lines).reduce((sum, each) => sum + each, 0)
  const row = (name: string, of: (month: MonthlyPrice) => number) =>
    `| ${name} | ${months.map((month) => of(month).toFixed(2)).join(' | ')} |`
  return [
    `USD a month, prices of ${PRICES_AS_OF} (bin/bench/measure/prices.ts), use as assumed (bin/bench/measure/monthly-price.ts):`,
    '',
    `| service | ${months.map(({ clients }) => `${clients} clients`).join(' | ')} |`,
    `|---|${months.map(() => '---').join('|')}|`,
    ...names.map((name) => row(name, ({ lines }) => lines[name] ?? 0)),
    row('in all', total),
    row('for each active client', (month) => total(month) / (month.clients * monthlyUse.activeShare)),
  ].join('\n')
}
