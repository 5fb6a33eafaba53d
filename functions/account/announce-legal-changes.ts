import { startOfPracticeDay, toPracticeDay } from '#contract/calendar-days'
import { findLastNoticeDay, type LegalAnnouncement, legalPublication } from '#contract/legal-announcements'
import type { Database } from '#data/database'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { queueMail } from '#platform/outbox'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import type { StoredUser } from '#platform/user'

export interface LegalAnnouncementServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  /**
   * The oldest first.
   * @default those of the contract
   */
  readonly announcements?: readonly LegalAnnouncement[]
  /** @default MAILS_PER_RUN */
  readonly mailsPerRun?: number
}

const JOB = 'account/follow-up-sign-ups/legal-announcements'
const DONE = { job: `${JOB}/done` } as const

/** Of the practice's day: nobody is woken by it. */
const MAILING_HOUR_MS = 8 * 3_600_000

/**
 * Of a run each hour: SES sends fourteen mails a second unless it was asked for more, so that a receipt or a link waits
 * behind them for two minutes or three, and 32,000 clients are told in a day of sixteen runs.
 */
const MAILS_PER_RUN = 2000

const PAGE_USERS = 100
const MAILS_AT_ONCE = 5

interface Pass {
  readonly versions: readonly string[]
  readonly failed: number
}

type PassDays = Readonly<Record<string, string>>

/**
 * Once a day, as long as an announcement is open, queues its mail for each client who has not got it: most of them on the
 * first day, later whoever has come back or was missed. Without an open announcement it reads nothing.
 *
 * @returns how many mails this run has queued
 * @throws where some could not be queued, once the others are: the next run begins anew
 */
export async function announceLegalChanges(services: LegalAnnouncementServices, run?: JobRun): Promise<number> {
  const open = findOpenAnnouncements(services)
  if (open.length === 0) return 0
  let queued = 0
  const job = createAnnouncementJob(services, (mails) => {
    queued += mails
  })
  const pass = await runPagedJob(job, services, {
    getRemainingTimeInMillis: () =>
      queued < (services.mailsPerRun ?? MAILS_PER_RUN) ? (run?.getRemainingTimeInMillis?.() ?? Infinity) : 0,
  })
  if (!pass) return queued
  if (pass.failed > 0) throw new Error(`${pass.failed} announcements could not be queued`)
  await recordPass(
    open.filter(({ version }) => pass.versions.includes(version)),
    services,
  )
  return queued
}

function findOpenAnnouncements({
  announcements = legalPublication.announcements,
  now,
}: LegalAnnouncementServices): readonly LegalAnnouncement[] {
  const today = toPracticeDay(now())
  if (now().getTime() < startOfPracticeDay(today) + MAILING_HOUR_MS) return []
  return announcements.filter(
    ({ documents, announcedOn, appliesFrom }) => documents.length > 0 && announcedOn <= today && today < appliesFrom,
  )
}

const createAnnouncementJob = (
  services: LegalAnnouncementServices,
  onQueued: (mails: number) => void,
): PagedJob<Pass> => ({
  name: JOB,
  begin: async () => {
    const today = toPracticeDay(services.now())
    const days = await readPassDays(services)
    const due = findOpenAnnouncements(services).filter(({ version }) => days[version] !== today)
    return due.length > 0 ? { versions: due.map(({ version }) => version), failed: 0 } : undefined
  },
  steps: {
    clients: async (cursor, pass): Promise<JobPage<Pass>> => {
      const open = findOpenAnnouncements(services).filter(({ version }) => pass.versions.includes(version))
      // What is left of a pass whose announcements have come to apply.
      if (open.length === 0) return { cursor: null, state: pass }
      const page = await services.data.users.query.newestFirst({ role: 'cliente' }).go({ cursor, limit: PAGE_USERS })
      let { failed } = pass
      for (const announcement of open) {
        const outcome = await tellEach(page.data, announcement, services)
        onQueued(outcome.queued)
        failed += outcome.failed
      }
      return { cursor: page.cursor, state: { ...pass, failed } }
    },
  },
})

async function readPassDays({ data }: LegalAnnouncementServices): Promise<PassDays> {
  const { data: done } = await data.jobCheckpoints.get(DONE).go()
  return (done?.state ?? {}) as PassDays
}

async function recordPass(
  announcements: readonly LegalAnnouncement[],
  services: LegalAnnouncementServices,
): Promise<void> {
  const { data, now } = services
  const days = await readPassDays(services)
  const today = toPracticeDay(now())
  const state = { ...days, ...Object.fromEntries(announcements.map(({ version }) => [version, today])) }
  await data.jobCheckpoints.put({ ...DONE, step: 'done', state, pages: 0, startedAt: now().toISOString() }).go()
  for (const announcement of announcements) {
    const { version, appliesFrom } = announcement
    if (days[version] !== undefined || today <= findLastNoticeDay(announcement)) continue
    log.error('an announcement has gone out too late', {
      version,
      appliesFrom,
      lastDay: findLastNoticeDay(announcement),
    })
  }
}

const isTold = ({ status, registrationDue }: StoredUser): boolean => status === 'active' && !registrationDue

const toMailId = ({ userId }: StoredUser, { version }: Pick<LegalAnnouncement, 'version'>): string =>
  `mai_legal-${version}-${userId.slice('usr_'.length)}`

async function tellEach(
  users: readonly StoredUser[],
  announcement: LegalAnnouncement,
  services: LegalAnnouncementServices,
) {
  const waiting = await withoutToldUsers(users.filter(isTold), announcement, services)
  let [queued, failed] = [0, 0]
  for (let next = waiting.splice(0, MAILS_AT_ONCE); next.length > 0; next = waiting.splice(0, MAILS_AT_ONCE)) {
    const outcomes = await Promise.allSettled(next.map((user) => tell(user, announcement, services)))
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') {
        queued += outcome.value ? 1 : 0
        continue
      }
      failed += 1
      const unqueued = formatErrorForLog(outcome.reason)
      log.warn('an announcement was not queued', { userId: next[index]?.userId, unqueued })
    }
  }
  return { queued, failed }
}

/** Whoever registered since has accepted the new edition, or a newer one. */
async function withoutToldUsers(
  users: readonly StoredUser[],
  announcement: LegalAnnouncement,
  { data, announcements = legalPublication.announcements }: LegalAnnouncementServices,
): Promise<StoredUser[]> {
  if (users.length === 0) return []
  const newer = announcements.slice(announcements.indexOf(announcement)).map(({ version }) => version)
  const keys = users.flatMap(({ userId }) => newer.map((termsVersion) => ({ userId, termsVersion })))
  const [{ data: mails }, { data: acceptances }] = await Promise.all([
    data.mails.get(users.map((user) => ({ mailId: toMailId(user, announcement) }))).go(),
    data.termsAcceptances.get(keys).go(),
  ])
  const told = new Set(mails.map(({ mailId }) => mailId))
  const accepted = new Set(acceptances.map(({ userId }) => userId))
  return users.filter((user) => !told.has(toMailId(user, announcement)) && !accepted.has(user.userId))
}

async function tell(
  user: StoredUser,
  { version, documents, appliesFrom, changes }: LegalAnnouncement,
  services: LegalAnnouncementServices,
): Promise<boolean> {
  const { userId, customerId, email: to, firstName } = user
  const content = { kind: 'legal-announcement', userId, name: firstName, documents, appliesFrom, changes } as const
  const mailId = toMailId(user, { version })
  const { written } = await services.data.transact((entities) => ({
    user: entities.users
      .check({ userId })
      .where(({ status }, { eq }) => eq(status, 'active'))
      .commit(),
    mail: queueMail(entities, { mailId, to, customerId, content }, services),
  }))
  return written
}
