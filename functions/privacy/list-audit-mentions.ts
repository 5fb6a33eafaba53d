import { toUtcMonth } from '#contract/calendar-days'
import { AUDIT_LOG_BEGAN, type StoredAuditEntry } from '#data/audit-months'
import { auditMonthAfter, type AuditPosition, readAuditPage } from '#data/audit-pages'
import type { Database } from '#data/database'
import { toEmailAddressId } from '#platform/email-address-id'
import { type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'

interface ListServices {
  readonly data: Database
  readonly now: () => Date
}

/**
 * An entry may become visible after its instant: its transaction is retried, or clocks of two containers differ. The
 * erasure itself reads younger ones.
 */
const SETTLED_MS = 10 * 60_000

const JOB = 'privacy/list-audit-mentions'
const LISTED = { job: `${JOB}/listed` } as const

const PUTS_AT_ONCE = 25

interface Pass {
  readonly from: string
  readonly until: string
}

export async function readMentionsListedUntil({ jobCheckpoints }: Database): Promise<string | undefined> {
  const { data: listed } = await jobCheckpoints.get(LISTED).go()
  return (listed?.state as Partial<Pass> | undefined)?.until
}

/**
 * The first pass reads the whole log, once, in pages with a checkpoint: until it has ended, `readMentionsListedUntil` returns
 * undefined.
 */
export async function listAuditMentions(services: ListServices, run?: JobRun): Promise<void> {
  const { data, now } = services
  const pass = await runPagedJob(createListJob(services), services, run)
  if (!pass) return
  await data.jobCheckpoints
    .put({ ...LISTED, step: 'listed', state: pass, pages: 0, startedAt: now().toISOString() })
    .go()
}

const createListJob = ({ data, now }: ListServices): PagedJob<Pass> => ({
  name: JOB,
  begin: async () => {
    const from = (await readMentionsListedUntil(data)) ?? AUDIT_LOG_BEGAN
    const until = new Date(now().getTime() - SETTLED_MS).toISOString()
    return from < until ? { from, until } : undefined
  },
  steps: {
    entries: async (cursor, pass) => {
      const position = cursor ? (JSON.parse(cursor) as AuditPosition) : { month: toUtcMonth(pass.from) }
      const { entries, next } = await readAuditPage(data, pass, position)
      const mentions = entries.flatMap(toMentions)
      for (let done = 0; done < mentions.length; done += PUTS_AT_ONCE) {
        await Promise.all(mentions.slice(done, done + PUTS_AT_ONCE).map((each) => data.auditMentions.put(each).go()))
      }
      return { state: pass, cursor: next ? JSON.stringify(next) : null }
    },
  },
})

export function listMonthsSince(from: string | undefined, until: Date): string[] {
  const months: string[] = []
  let at: AuditPosition | undefined = { month: toUtcMonth(from ?? AUDIT_LOG_BEGAN) }
  while (at) {
    months.push(at.month)
    at = auditMonthAfter(at.month, until.toISOString())
  }
  return months
}

const toMentions = ({ createdAt, auditId, subjectId, userId, details }: StoredAuditEntry) =>
  [...findMentionedKeys(JSON.stringify([userId, details]), subjectId)].map((named) => ({ named, createdAt, auditId }))

function findMentionedKeys(text: string, subjectId: string): ReadonlySet<string> {
  const ids = text.match(/(?:usr|cus|ord)_[\w-]+|(?<!\w)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/g) ?? []
  const addresses = text.match(/[^\s"<>(),;:\\]+@[^\s"<>(),;:\\]+/g) ?? []
  return new Set([...ids.filter((id) => id !== subjectId), ...addresses].map(toMentionKey))
}

export const toMentionKey = (name: string): string =>
  name.includes('@') ? toEmailAddressId(name) : name.replace(/^(?:usr|cus|ord)_/, '')
