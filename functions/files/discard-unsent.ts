import type { Database } from '#data/database'
import { isConditionFailure } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { discardClientFile, type FileReviewServices } from './discard.ts'
import type { StoredClientFile } from './to-client-file.ts'

/** A draft, whose files are uploaded already, stays in its browser for seven days. */
const UNSENT_DAYS = 8

const MAX_PER_RUN = 100

/** So many that fail are left behind; one more holds up those after it. */
const MAX_FAILED = 20

/** Where a file for a message may rest; what is pending or scanned is ended by the other steps of the sweep. */
const checkpoints = {
  available: { job: 'files/discard-unsent' },
  rejected: { job: 'files/discard-unsent-rejected' },
} as const
type RestingStatus = keyof typeof checkpoints

type FileKey = Pick<StoredClientFile, 'customerId' | 'fileId'>

interface Progress {
  /** Every file up to then was sent, is none of a message, has gone or failed; this instant included only in part. */
  readonly until: string
  /** Their discarding failed: the next run begins with them. */
  readonly failed: readonly FileKey[]
}

async function readProgress(status: RestingStatus, { jobCheckpoints }: Database): Promise<Progress> {
  const { data: stored } = await jobCheckpoints.get(checkpoints[status]).go()
  const { until = LOWEST_SORT_KEY, failed = [] } = (stored?.state ?? {}) as Partial<Progress>
  return { until, failed }
}

async function listFailedBefore(keys: readonly FileKey[], status: RestingStatus, { clientFiles }: Database) {
  const found = await Promise.all(keys.map((key) => clientFiles.get(key).go({ consistent: true })))
  return found.flatMap(({ data: file }) => (file?.status === status ? [file] : []))
}

/**
 * Discards what was uploaded for a message that nobody sent, of those in one state. Each file is looked at once, when it is old enough, and
 * again in each run for as long as discarding it fails.
 */
export async function discardUnsentFiles(
  status: RestingStatus,
  services: FileReviewServices,
  failures: unknown[],
): Promise<number> {
  const { data, now } = services
  const before = await readProgress(status, data)
  const to = new Date(now().getTime() - UNSENT_DAYS * 86_400_000).toISOString()
  const [again, { data: found }] = await Promise.all([
    listFailedBefore(before.failed, status, data),
    data.clientFiles.query
      .byStatus({ status })
      .between({ createdAt: before.until }, { createdAt: `${to}${HIGHEST_SORT_KEY}` })
      .go({ limit: MAX_PER_RUN }),
  ])
  let discarded = 0
  const failed: StoredClientFile[] = []
  const isKnown = ({ fileId }: StoredClientFile) => again.some((file) => file.fileId === fileId)
  for (const file of [...again, ...found.filter((each) => !isKnown(each))]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      if (await discardIfUnsent(file, services)) discarded += 1
    } catch (error) {
      failed.push(file)
      failures.push(error)
    }
  }
  const progress: Progress = {
    until: failed[MAX_FAILED]?.createdAt ?? found.at(-1)?.createdAt ?? before.until,
    failed: failed.slice(0, MAX_FAILED).map(({ customerId, fileId }) => ({ customerId, fileId })),
  }
  if (found.length > 0 || before.failed.length > 0)
    await data.jobCheckpoints
      .put({ ...checkpoints[status], step: 'done', state: progress, pages: 0, startedAt: now().toISOString() })
      .go()
  return discarded
}

/** Marked first: a message that is sent at this moment has the file, or is refused. */
async function discardIfUnsent(found: StoredClientFile, services: FileReviewServices): Promise<boolean> {
  if (found.fileType !== 'message' || found.messageId) return false
  const { customerId, fileId } = found
  try {
    await services.data.clientFiles
      .patch({ customerId, fileId })
      .set({ unsentAt: services.now().toISOString() })
      .where(({ messageId }, { notExists }) => notExists(messageId))
      .go()
  } catch (error) {
    // Sent after all, or removed.
    if (isConditionFailure(error)) return false
    throw error
  }
  await discardClientFile(found, 'schedule', services)
  return true
}
