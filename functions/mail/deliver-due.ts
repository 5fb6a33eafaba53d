import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { deliverQueuedMail, type MailDelivery } from './deliver.ts'
import type { MailServices } from './services.ts'
import { recordMetric } from '#platform/metrics'

const PAGE = 100

const MAX_REFUSALS = 3

const refusersToTryAgain: ReadonlySet<MailDelivery> = new Set(['service', 'sandbox', 'message'])

interface Deliveries {
  readonly tried: number
  readonly sent: number
  /** Refused, and to be tried again; one at its last attempt has failed. */
  readonly refused: number
  readonly left: boolean
}

/**
 * Sends due mails, longest due first, at SES's rate, until none is left, until `until` (milliseconds of the wall
 * clock), or until SES has refused three in a row. Measures how long the oldest mail has waited, which has an alarm.
 */
export async function deliverDueMails(services: MailServices, until: number): Promise<Deliveries> {
  const { wallClock } = services
  const turn = createTurns(services)
  let [tried, sent, refused, refusals, left] = [0, 0, 0, 0, false]
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
      if (refusersToTryAgain.has(delivery)) refused++
      refusals = delivery === 'service' ? refusals + 1 : 0
    }
  }
  await measureOldestWaiting(services)
  return { tried, sent, refused, left }
}

/** Spaces sends by 1 / `MaxSendRate` seconds: one a second in the sandbox, fourteen or more beyond it. */
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
 * Among the mails with the next attempts. While SES refuses all mails, pauses are an hour at most, so a mail that waits
 * long is soon among them; a faulty mail pauses for up to twelve hours.
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
