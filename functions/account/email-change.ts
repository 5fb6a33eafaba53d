import type { CustomMessageTriggerEvent } from 'aws-lambda'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import type { ActionServices } from '#platform/services'
import { toEventUserId } from '#platform/user'

/** Otherwise the holder of a self-service token could send the owner unlimited mails. */
const NOTICES: RateLimit = { name: 'email-change-notices', tries: 10, minutes: 60 }

export const isEmailChangeMessage = ({ triggerSource }: CustomMessageTriggerEvent): boolean =>
  triggerSource === 'CustomMessage_UpdateUserAttribute' || triggerSource === 'CustomMessage_VerifyUserAttribute'

/**
 * A self-service token can also ask Cognito for another address, which could then receive a new password. Cognito keeps
 * the old address until the code mailed to the new one is typed: without the mail there is no code. The owner is
 * notified at the address in our table.
 * @throws Error `email-change-refused`, always
 */
export async function refuseEmailChange(
  event: CustomMessageTriggerEvent,
  services: Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'>,
): Promise<never> {
  const { data, now, wallClock } = services
  const userId = toEventUserId(event)
  const { data: user } = await data.users.get({ userId }).go()
  if (user && (await tryConsumeRateLimit(data, NOTICES, userId, wallClock()))) {
    const { email: to, firstName: name, customerId } = user
    await data.transact((entities) => ({
      mail: queueMail(
        entities,
        { to, customerId, content: { kind: 'email-change-refused', name, at: now().toISOString() } },
        services,
      ),
      audit: appendAuditEntry(entities, { action: 'EMAIL_CHANGE_REFUSED', by: userId, subjectId: userId }, services),
    }))
  }
  throw new Error('email-change-refused')
}
