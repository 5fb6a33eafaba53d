import { MAX_COUNTED_MAILS } from '#contract/diagnostics'
import type { Database } from '#data/database'
import type { TransactionEntities, TransactionWrites } from '#data/transact'

const PAGE = 25

interface Requeued {
  readonly requeued: number
  readonly left: number
}

/**
 * Puts the next failed mails back into the queue, for all recipients; outdated ones expire there. Of two concurrent
 * callers one writes nothing and has to repeat.
 * @param alongside writes of the same transaction
 */
export async function requeueFailedMails(
  { data, now }: { readonly data: Database; readonly now: () => Date },
  alongside: (entities: TransactionEntities, count: number) => TransactionWrites = () => undefined,
): Promise<Requeued> {
  const { data: found } = await data.mails.query
    .due({ status: 'failed' })
    .go({ count: MAX_COUNTED_MAILS, pages: 'all' })
  const page = found.slice(0, PAGE)
  if (page.length === 0) return { requeued: 0, left: 0 }
  // By key, because the index lags.
  const { data: read } = await data.mails.get(page.map(({ mailId }) => ({ mailId }))).go()
  const failed = read.filter(({ status }) => status === 'failed')
  const left = found.length - page.length
  if (failed.length === 0) return { requeued: 0, left }

  const at = now().toISOString()
  const { written } = await data.transact((entities) => ({
    mails: failed.map(({ mailId }) =>
      entities.mails
        .patch({ mailId })
        .set({ status: 'queued', attempts: 0, failures: 0, nextAttemptAt: at, waitingSince: at })
        .where(({ status }, { eq }) => eq(status, 'failed'))
        .commit(),
    ),
    alongside: alongside(entities, failed.length),
  }))
  return written ? { requeued: failed.length, left } : { requeued: 0, left: left + failed.length }
}
