import type { Database } from '#data/database'
import { isConditionFailure } from '#data/database'
import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { discardClientFile, type FileReviewServices } from './discard.ts'
import type { StoredClientFile } from './to-client-file.ts'

/** A draft, whose files are uploaded already, stays in its browser for seven days. */
const UNSENT_DAYS = 8

const MAX_PER_RUN = 100

const CHECKPOINT = { job: 'files/discard-unsent' } as const

/** Every file up to then was sent, is none of a message, or has gone; this instant included only in part. */
async function readDoneUntil({ jobCheckpoints }: Database): Promise<string> {
  const { data: stored } = await jobCheckpoints.get(CHECKPOINT).go()
  return (stored?.state as { readonly until?: string } | undefined)?.until ?? LOWEST_SORT_KEY
}

/**
 * Discards what was uploaded for a message that nobody sent. Each file is looked at once, when it is old enough, unless
 * discarding it fails: then the next run begins with it.
 */
export async function discardUnsentFiles(services: FileReviewServices, failures: unknown[]): Promise<number> {
  const { data, now } = services
  const to = new Date(now().getTime() - UNSENT_DAYS * 86_400_000).toISOString()
  const { data: found } = await data.clientFiles.query
    .byStatus({ status: 'available' })
    .between({ createdAt: await readDoneUntil(data) }, { createdAt: `${to}${HIGHEST_SORT_KEY}` })
    .go({ limit: MAX_PER_RUN })
  let discarded = 0
  let failedAt: string | undefined
  for (const file of found) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      if (await discardIfUnsent(file, services)) discarded += 1
    } catch (error) {
      failedAt ??= file.createdAt
      failures.push(error)
    }
  }
  const until = failedAt ?? found.at(-1)?.createdAt
  if (until)
    await data.jobCheckpoints
      .put({ ...CHECKPOINT, step: 'done', state: { until }, pages: 0, startedAt: now().toISOString() })
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
