import { createHash } from 'node:crypto'
import { InvalidParameterException } from '@aws-sdk/client-cognito-identity-provider'
import { toPracticeDay } from '#contract/calendar-days'
import type { Database } from '#data/database'
import { log } from '#platform/log'
import { type JobPage, type JobRun, type PagedJob, runPagedJob } from '#platform/paged-job'
import { toUserId } from '#platform/user'
import { type ExportedUser, MANIFEST, toUserExportFolder, type UserExportManifest } from './exported-user.ts'
import type { PoolPage, PoolUser } from './pool-users.ts'

export interface UserExportServices {
  readonly userPoolId: string
  readonly data: Database
  readonly now: () => Date
  readonly listUsers: (token: string | null) => Promise<PoolPage>
  readonly put: (key: string, text: string) => Promise<void>
}

const JOB = 'recovery/export-accounts'
const DONE = { job: `${JOB}/done` } as const

/** Pages of sixty users in one part: some 800 kB, and some four seconds. */
const PAGES_PER_PART = 20

const LATE_MS = 48 * 3_600_000

/**
 * Writes all users of the pool with their ids, role and status in the table, once a day: in parts with a checkpoint
 * after each, which collects the manifest. A run that ends early is continued by the next one.
 * @returns how many, once an export is complete
 * @throws Error when none has been completed for two days, though no run failed
 */
export async function exportUsers(services: UserExportServices, run?: JobRun): Promise<number> {
  const { data, now } = services
  const whole = await runPagedJob(createExportJob(services), services, run)
  if (!whole) {
    await requireRecentExport(services)
    return 0
  }
  const state = { exportedAt: whole.exportedAt }
  await data.jobCheckpoints.put({ ...DONE, step: 'done', state, pages: 0, startedAt: now().toISOString() }).go()
  return whole.users
}

const createExportJob = (services: UserExportServices): PagedJob<UserExportManifest> => ({
  name: JOB,
  begin: async () => ((await isDoneToday(services)) ? undefined : beginExport(services)),
  steps: {
    users: async (token, begun) => {
      // The pool was replaced: the export begins anew with the new one.
      if (begun.userPoolId !== services.userPoolId) return exportPart(null, beginExport(services), services)
      try {
        return await exportPart(token, begun, services)
      } catch (error) {
        if (token === null || !(error instanceof InvalidParameterException)) throw error
        log.warn('Cognito no longer takes the place in its list: the export begins anew', {
          exportedAt: begun.exportedAt,
        })
        return exportPart(null, beginExport(services), services)
      }
    },
    // A separate step, so that a repetition writes the same.
    manifest: async (_, whole) => {
      await services.put(toUserExportFolder(new Date(whole.exportedAt)) + MANIFEST, JSON.stringify(whole))
      return { cursor: null, state: whole }
    },
  },
})

const beginExport = ({ userPoolId, now }: UserExportServices): UserExportManifest => ({
  userPoolId,
  exportedAt: now().toISOString(),
  users: 0,
  parts: [],
})

async function readLastExport({ data }: UserExportServices): Promise<string | undefined> {
  const { data: done } = await data.jobCheckpoints.get(DONE).go()
  return (done?.state as Partial<UserExportManifest> | undefined)?.exportedAt
}

async function isDoneToday(services: UserExportServices): Promise<boolean> {
  const last = await readLastExport(services)
  const at = services.now().toISOString()
  // A time in the future was written before the clock was put back.
  return last !== undefined && last <= at && toPracticeDay(last) === toPracticeDay(at)
}

async function requireRecentExport(services: UserExportServices): Promise<void> {
  const last = await readLastExport(services)
  if (last !== undefined && services.now().getTime() - Date.parse(last) > LATE_MS)
    throw new Error(`no export of the accounts is whole since ${last}`)
}

async function exportPart(
  token: string | null,
  begun: UserExportManifest,
  { data, listUsers, put }: UserExportServices,
): Promise<JobPage<UserExportManifest>> {
  const exported: ExportedUser[] = []
  let cursor = token
  for (let pages = 0; pages < PAGES_PER_PART; pages += 1) {
    const { users, next } = await listUsers(cursor)
    exported.push(...(await addTableIds(users, data)))
    cursor = next
    if (cursor === null) break
  }
  if (exported.length === 0) return { cursor, state: begun }
  const text = exported.map((user) => JSON.stringify(user)).join('\n')
  const part = namePart(begun.parts.length + 1, text)
  await put(toUserExportFolder(new Date(begun.exportedAt)) + part, text)
  return { cursor, state: { ...begun, users: begun.users + exported.length, parts: [...begun.parts, part] } }
}

/**
 * Contains a hash of the content: an interrupted run may have left a part that cannot be overwritten, while its users
 * have changed since.
 */
const namePart = (number: number, text: string): string =>
  `part-${String(number).padStart(4, '0')}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.jsonl`

async function addTableIds(users: readonly PoolUser[], data: Database): Promise<readonly ExportedUser[]> {
  if (users.length === 0) return []
  const { data: stored } = await data.users.get(users.map((user) => ({ userId: toUserId(user) }))).go()
  const byId = new Map(stored.map((user) => [user.userId, user]))
  return users.map((user) => {
    const { userId, customerId, role, status } = byId.get(toUserId(user)) ?? {}
    return { ...user, ...(userId && { userId }), ...(customerId && { customerId }), ...(role && { role, status }) }
  })
}
