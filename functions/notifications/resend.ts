import type { notifications } from '#contract/notifications'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { requireCustomer, requireMail } from './stored-mail.ts'
import { toNotification } from './to-notification.ts'

/** Gives a failed mail all its attempts back. Whoever presses twice puts it back once. */
export const resendNotification: Action<typeof notifications.resend> = async ({ actor, params }, services) => {
  const { data, now } = services
  const { customerId } = await requireCustomer(data, params.customerId)
  const { mailId } = await requireMail(data, customerId, params.mailId)
  const outcome = await data.transact((entities) => ({
    mail: entities.mails
      .patch({ mailId })
      .set({ status: 'queued', attempts: 0, nextAttemptAt: now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'failed'))
      .commit(),
    audit: appendAudit(
      entities,
      {
        action: 'MAIL_QUEUED_AGAIN',
        by: actor.userId,
        subjectId: customerId,
        details: { mailId },
        caller: actor,
      },
      services,
    ),
  }))
  return outcome.written ? toNotification(await requireMail(data, customerId, mailId)) : refuse('mail-not-failed')
}
