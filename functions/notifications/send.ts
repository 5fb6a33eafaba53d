import type { notifications, SendClientNotification } from '#contract/notifications'
import type { Database } from '#data/database'
import { appendAuditEntry } from '#platform/audit'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { type ClientNotificationTemplateData, queueClientNotice } from './public/client-notice.ts'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomerMail, toNotification } from './sent-mails.ts'

export const sendNotification: EndpointAction<typeof notifications.send> = async (
  { actor, params, body },
  services,
) => {
  const { data, newId } = services
  const customer = await requireCustomer(params.customerId, data)
  const { customerId } = customer
  const notice = await noticeOf(body, customerId, data)
  const mailId = newId('mai')
  await data.transact((entities) => ({
    mail: queueClientNotice(entities, { customer, notice, mailId }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'CLIENT_NOTIFIED',
        by: actor.userId,
        subjectId: customerId,
        details: { mailId, type: notice.type },
        caller: actor,
      },
      services,
    ),
  }))
  return toNotification(await requireCustomerMail(data, customer, mailId))
}

async function noticeOf(
  body: SendClientNotification,
  customerId: string,
  data: Database,
): Promise<ClientNotificationTemplateData> {
  if (!('consultationId' in body)) return { type: body.type, ...body.details } as ClientNotificationTemplateData
  const key = { customerId, consultationId: body.consultationId }
  const { data: stored } = await data.consultations.get(key).go()
  if (stored?.status !== 'scheduled') return throwRefusal('not-found')
  const { consultationId, startsAt, durationMinutes, type, sequence } = stored
  return { type: body.type, consultation: { consultationId, startsAt, durationMinutes, type, sequence } }
}
