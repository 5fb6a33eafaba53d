import { deliverDueMails } from './deliver-due.ts'
import { requeueFailedMails } from './public/requeue-failed.ts'
import { createMailServices, type MailServices } from './services.ts'
import { tableAccess } from './table-access.ts'
import { serveSchedule } from '#platform/serve-event'

export const createLambdaServices = createMailServices

interface RetryRequest {
  readonly resend?: 'failed'
}

interface MailRetryReport {
  readonly requeued: number
  readonly tried: number
  readonly sent: number
  readonly refused: number
  readonly left: boolean
}

/** Below the function's timeout of two minutes, with time for one mail. */
const RUN_MS = 90_000

export const createLambdaHandler = (openServices: () => MailServices) => {
  let services: MailServices | undefined
  return serveSchedule(
    tableAccess['retry-unsent'],
    'mail/retry-unsent',
    async (request: RetryRequest = {}): Promise<MailRetryReport> => {
      services ??= openServices()
      const { wallClock } = services
      const until = wallClock().getTime() + RUN_MS
      let requeued = 0
      let failedLeft = false
      while (request.resend === 'failed') {
        const page = await requeueFailedMails(services)
        requeued += page.requeued
        failedLeft = page.left > 0
        if (page.requeued === 0 || wallClock().getTime() >= until) break
      }
      const { tried, sent, refused, left } = await deliverDueMails(services, until)
      return { requeued, tried, sent, refused, left: left || failedLeft }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
