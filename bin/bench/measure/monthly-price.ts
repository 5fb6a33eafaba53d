import { lambdaSchedules } from '#platform/lambdas'
import type { BenchActionKind } from './bench-action.ts'
import type { GrowthRow } from './measure-growth.ts'
import { type PriceName, prices, PRICES_AS_OF } from './prices.ts'

/** What a practice does in a month. Assumed, not measured: change them here. */
export const monthlyUse = {
  /** Of all clients there ever were, those within their two to three months. */
  activeShare: 0.3,
  panelReads: 200,
  writes: 20,
  signIns: 8,
  /** Lists and records that administrators open for each active client. */
  lists: 30,
  mails: 6,
  files: 0.5,
  fileMegabytes: 2,
  /** Kept of each client there ever was. */
  tableKilobytes: 25,
  filesKept: 4,
  /** Of the site, for each active client: visitors who do not buy are most of them. */
  pageViews: 40,
  pageKilobytes: 275,
} as const

/** Of the stage `prod`, whatever its size. */
const fixed = { keys: 4, alarms: 90, metrics: 40, dashboards: 1, webAcls: 2, firewallRules: 10 } as const

const MINUTES_A_MONTH = 30 * 24 * 60
const GB_OF_LAMBDA = 0.5
/** Beside the processor: a call waits for the table. */
const WAITING_MS_PER_REQUEST = 6
const LOG_BYTES_PER_CALL = 1200
const FREE_ACCOUNTS = 10_000

const minutesBetweenRuns = (rate: string): number => {
  const [, count = '1', unit = 'hour'] = /rate\((\d+) (\w+?)s?\)/.exec(rate) ?? []
  return Number(count) * (unit === 'minute' ? 1 : 60)
}

interface Mean {
  readonly readUnits: number
  readonly writeUnits: number
  readonly milliseconds: number
}

function meanOf(rows: readonly GrowthRow[], clients: number): Mean {
  const each = rows.map(({ measured, growth }) => {
    const last = measured.at(-1)
    // What grows is taken to go on growing with the clients, from the largest practice that was measured.
    const grown = growth > 2 ? Math.max(1, clients / LARGEST_MEASURED) : 1
    return {
      readUnits: (last?.readUnits ?? 0) * grown,
      writeUnits: (last?.writeUnits ?? 0) * grown,
      milliseconds: ((last?.cpuMs ?? 0) + (last?.requests ?? 0) * WAITING_MS_PER_REQUEST) * grown,
    }
  })
  const mean = (key: keyof Mean) => each.reduce((sum, one) => sum + one[key], 0) / Math.max(each.length, 1)
  return { readUnits: mean('readUnits'), writeUnits: mean('writeUnits'), milliseconds: mean('milliseconds') }
}

const LARGEST_MEASURED = 100_000

export interface MonthlyPrice {
  readonly clients: number
  readonly lines: Readonly<Record<string, number>>
}

const perMillion = (count: number, price: PriceName): number => (count / 1e6) * prices[price].usd

/** Means over the actions of each kind, times how often somebody does one. */
export function estimateMonth(clients: number, rows: readonly GrowthRow[]): MonthlyPrice {
  const active = clients * monthlyUse.activeShare
  const kinds: Readonly<Record<Exclude<BenchActionKind, 'job'>, number>> = {
    panel: active * monthlyUse.panelReads,
    list: active * monthlyUse.lists,
    write: active * monthlyUse.writes,
    'sign-in': active * monthlyUse.signIns,
  }
  const parts = [
    ...Object.entries(kinds).map(([kind, count]) => ({
      count,
      // Files of everybody are no everyday reading.
      mean: meanOf(
        rows.filter(({ action }) => action.kind === kind && !/export/i.test(action.name)),
        clients,
      ),
    })),
    ...rows
      .filter(({ action }) => action.kind === 'job')
      .map((row) => ({
        count: runsAMonth(row.action.name),
        mean: meanOf([row], clients),
      })),
  ]
  const sum = (of: (mean: Mean) => number) => parts.reduce((all, { count, mean }) => all + count * of(mean), 0)
  const calls = Object.values(kinds).reduce((all, count) => all + count, 0)
  const views = active * monthlyUse.pageViews
  const tableGb = (clients * monthlyUse.tableKilobytes) / 1e6
  const fileGb = (clients * monthlyUse.filesKept * monthlyUse.fileMegabytes) / 1000
  const seconds = sum(({ milliseconds }) => milliseconds) / 1000
  return {
    clients,
    lines: {
      'DynamoDB, requests':
        perMillion(
          sum(({ writeUnits }) => writeUnits),
          'tableWrite',
        ) +
        perMillion(
          sum(({ readUnits }) => readUnits),
          'tableRead',
        ),
      'DynamoDB, storage and recovery': tableGb * (prices.tableStorage.usd + prices.tableRecovery.usd),
      Backup: tableGb * prices.backup.usd,
      Lambda:
        perMillion(calls + parts.reduce((all, { count }) => all + count, 0) - calls, 'lambdaRequest') +
        seconds * GB_OF_LAMBDA * prices.lambdaTime.usd,
      'API Gateway': perMillion(calls, 'gateway'),
      CloudFront:
        perMillion(calls + views * 10, 'distributionRequest') +
        ((views * monthlyUse.pageKilobytes) / 1e6) * prices.distributionByte.usd,
      Cognito: Math.max(0, active - FREE_ACCOUNTS) * prices.account.usd,
      S3: fileGb * prices.fileStorage.usd + perMillion(active * monthlyUse.files, 'fileWrite'),
      SES: perMillion(active * monthlyUse.mails, 'mail'),
      KMS: fixed.keys * prices.key.usd + perMillion(calls * 0.1, 'keyRequest'),
      WAF:
        fixed.webAcls * prices.firewall.usd +
        fixed.firewallRules * prices.firewallRule.usd +
        perMillion(calls + views * 10, 'firewallRequest'),
      CloudWatch:
        ((calls * LOG_BYTES_PER_CALL) / 1e9) * prices.logByte.usd +
        fixed.alarms * prices.alarm.usd +
        fixed.metrics * prices.metric.usd +
        fixed.dashboards * prices.dashboard.usd,
      GuardDuty:
        perMillion(active * monthlyUse.files, 'scannedFile') +
        ((active * monthlyUse.files * monthlyUse.fileMegabytes) / 1000) * prices.scannedByte.usd,
    },
  }
}

const runsAMonth = (name: string): number => {
  const runs = MINUTES_A_MONTH / minutesBetweenRuns(lambdaSchedules[name as keyof typeof lambdaSchedules])
  // Measured is the one run of the day that reads everybody, and the one that lists a whole log.
  return [
    'customers/recount',
    'customers/update-standings',
    'privacy/erase-due',
    'recovery/export-accounts',
    'diagnostics/check-invariants',
  ].includes(name)
    ? 30
    : runs
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
