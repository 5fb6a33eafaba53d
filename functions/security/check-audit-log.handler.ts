import { toPracticeDay, toUtcMonth } from '#contract/calendar-days'
import { type AuditFault, MAX_AUDIT_FAULTS_SHOWN } from '#contract/audit-check'
import { auditCheckItemKey } from '#data/audit-check'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import { log } from '#platform/log'
import { recordMetric } from '#platform/metrics'
import { serveSchedule } from '#platform/serve-event'
import { type AuditCheckServices, checkAuditLog } from './audit-check.ts'
import { createAuditVault } from './audit-vault.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): AuditCheckServices => {
  const { TABLE_NAME, AUDIT_BUCKET } = readEnvironment(['TABLE_NAME', 'AUDIT_BUCKET'])
  return {
    data: openDatabase(createTableConnection(TABLE_NAME)),
    vault: createAuditVault(AUDIT_BUCKET),
    now: () => new Date(),
  }
}

interface Event {
  /** Also where today's check is done: after something was mended. */
  readonly again?: boolean
}

interface Run {
  readonly getRemainingTimeInMillis?: () => number
}

/** No older month is begun with less time left. */
const RESERVE_MS = 5 * 60_000

/** Once a day: says in the log how many entries of the audit log differ from their copies, which an alarm counts. */
export const createLambdaHandler = (openServices: () => AuditCheckServices) => {
  let services: AuditCheckServices | undefined
  return serveSchedule(
    tableAccess['check-audit-log'],
    'security/check-audit-log',
    async (event?: Event, run: Run = {}): Promise<{ checked: boolean; broken: number }> => {
      services ??= openServices()
      const { data, now } = services
      const { data: last } = await data.auditChecks.get(auditCheckItemKey).go()
      const isDone = last && toPracticeDay(last.checkedAt) === toPracticeDay(now())
      if (isDone && !event?.again) return { checked: false, broken: last.brokenCount }
      const hasTime = () => (run.getRemainingTimeInMillis?.() ?? Infinity) > RESERVE_MS
      const {
        faults: found,
        entries,
        months,
        nextMonth,
      } = await checkAuditLog(services, { from: last?.nextMonth, hasTime })
      const faults = [...found, ...keepUnchecked(last?.broken ?? [], months)]
      const broken = faults.slice(0, MAX_AUDIT_FAULTS_SHOWN)
      const checkedAt = now().toISOString()
      await data.auditChecks
        .put({
          ...auditCheckItemKey,
          checkedAt,
          entries,
          months: months.length,
          broken,
          brokenCount: faults.length,
          ...(nextMonth && { nextMonth }),
        })
        .go()
      recordMetric('AuditChainBroken', faults.length)
      if (faults.length > 0) log.warn('the audit log differs from its copy', { auditChain: 'broken', broken })
      return { checked: true, broken: faults.length }
    },
  )
}

/** What an earlier check found in months that this one did not come to: it is not mended by being out of sight. */
const keepUnchecked = (earlier: readonly AuditFault[], months: readonly string[]): readonly AuditFault[] =>
  earlier.filter(({ at }) => at !== undefined && !months.includes(toUtcMonth(at)))

export const handler = createLambdaHandler(createLambdaServices)
