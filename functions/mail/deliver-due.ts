import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { deliverQueuedMail } from './deliver.ts'
import type { MailServices } from './services.ts'
import { recordMetric } from '#platform/metrics'

const PAGE = 100

/** After so many refusals of the service in a row it takes nothing, and the rest keeps its turn. */
const MAX_REFUSALS = 3

interface Deliveries {
  readonly tried: number
  readonly sent: number
  readonly left: boolean
}

/**
 * Sends what is due, the longest due first, at the rate that SES allows, until nothing is left or `until` (milliseconds
 * of the wall clock). Measures for how long the oldest mail has been waiting, which has an alarm.
 */
export async function deliverDueMails(services: MailServices, until: number): Promise<Deliveries> {
  const { wallClock } = services
  const turn = createTurns(services)
  let [tried, sent, refusals, left] = [0, 0, 0, false]
  for (let taken = 1; taken > 0 && !left;) {
    taken = 0
    for (const mailId of await findDueMailIds(services)) {
      left = refusals >= MAX_REFUSALS || wallClock().getTime() >= until
      if (left) break
      await turn()
      const delivery = await deliverQueuedMail(mailId, services)
      tried++
      if (delivery !== 'not-taken') taken++
      if (delivery === 'sent') sent++
      refusals = delivery === 'service' ? refusals + 1 : 0
    }
  }
  await measureOldestWaiting(services)
  return { tried, sent, left }
}

/** Lets a send begin each 1 / `MaxSendRate` seconds: one in the sandbox, fourteen or more beyond it. */
function createTurns({ sendRate, pause, wallClock }: MailServices): () => Promise<void> {
  let intervalMs: number | undefined
  let nextAt = 0
  return async () => {
    intervalMs ??= 1000 / (await sendRate())
    const now = wallClock().getTime()
    if (nextAt > now) await pause(nextAt - now)
    nextAt = Math.max(nextAt, now) + intervalMs
  }
}

async function findDueMailIds({ data, now }: MailServices): Promise<string[]> {
  const due = await Promise.all(
    (['queued', 'sending'] as const).map((status) =>
      data.mails.query
        .due({ status })
        .between({ nextAttemptAt: LOWEST_SORT_KEY }, { nextAttemptAt: `${now().toISOString()}${HIGHEST_SORT_KEY}` })
        .go({ limit: PAGE }),
    ),
  )
  return due.flatMap((page) => page.data).map(({ mailId }) => mailId)
}

/**
 * Of the mails whose next attempt comes first: each waits at most an hour for it, so that one which waits long is soon
 * among them.
 */
async function measureOldestWaiting({ data, now }: MailServices): Promise<void> {
  const first = await Promise.all(
    (['queued', 'sending'] as const).map((status) => data.mails.query.due({ status }).go({ limit: PAGE })),
  )
  const since = first.flatMap((page) => page.data).map(({ waitingSince, createdAt }) => waitingSince ?? createdAt)
  const oldest = since.toSorted()[0]
  const seconds = oldest === undefined ? 0 : (now().getTime() - Date.parse(oldest)) / 1000
  recordMetric('OldestQueuedMail', Math.max(0, Math.floor(seconds)))
}
