import type { Database } from '#data/database'
import { isConditionFailure } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { discardClientFile, type FileReviewServices } from './discard.ts'
import type { StoredClientFile } from './to-client-file.ts'

/** A draft with uploaded files stays in its browser for seven days. */
const UNSENT_DAYS = 8

const MAX_PER_RUN = 100

const MAX_FAILED = 20

const checkpoints = {
  available: { job: 'files/discard-unsent' },
  rejected: { job: 'files/discard-unsent-rejected' },
} as const
type RestingStatus = keyof typeof checkpoints

type FileKey = Pick<StoredClientFile, 'customerId' | 'fileId'>

interface Progress {
  readonly until: string
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

/** Marked first: a message sent concurrently either has the file or is refused. */
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
    if (isConditionFailure(error)) return false
    throw error
  }
  await discardClientFile(found, 'schedule', services)
  return true
}
