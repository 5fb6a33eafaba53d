import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { withTableAccess } from '#data/enforce-table-access'
import { deliverQueuedMail } from './deliver.ts'
import { createMailServices, type MailServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createMailServices

const MAX_PER_RUN = 100

export const createLambdaHandler = (openServices: () => MailServices) => {
  let services: MailServices | undefined
  return withTableAccess(tableAccess['retry-unsent'], async (): Promise<{ tried: number }> => {
    services ??= openServices()
    const { data, now } = services
    const due = await Promise.all(
      (['queued', 'sending'] as const).map((status) =>
        data.mails.query
          .due({ status })
          .between({ nextAttemptAt: LOWEST_SORT_KEY }, { nextAttemptAt: `${now().toISOString()}${HIGHEST_SORT_KEY}` })
          .go({ limit: MAX_PER_RUN }),
      ),
    )
    const mailIds = due.flatMap((page) => page.data).map(({ mailId }) => mailId)
    for (const mailId of mailIds) await deliverQueuedMail(mailId, services)
    return { tried: mailIds.length }
  })
}

export const handler = createLambdaHandler(createLambdaServices)
