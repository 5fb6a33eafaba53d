import { LOWEST_KEY, HIGHEST_KEY } from '#data/page'
import { withAccess } from '#data/table-scope'
import { deliver } from './deliver.ts'
import { liveMailServices, type MailServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = liveMailServices

const MAX_PER_RUN = 100

export const withServices = (openServices: () => MailServices) => {
  let services: MailServices | undefined
  return withAccess(tableAccess['retry-unsent'], async (): Promise<{ tried: number }> => {
    services ??= openServices()
    const { data, now } = services
    const due = await Promise.all(
      (['queued', 'sending'] as const).map((status) =>
        data.mails.query
          .due({ status })
          .between({ nextAttemptAt: LOWEST_KEY }, { nextAttemptAt: `${now().toISOString()}${HIGHEST_KEY}` })
          .go({ limit: MAX_PER_RUN }),
      ),
    )
    const mailIds = due.flatMap((page) => page.data).map(({ mailId }) => mailId)
    for (const mailId of mailIds) await deliver(mailId, services)
    return { tried: mailIds.length }
  })
}

export const handler = withServices(open)
