import type { notifications, SendNotification } from '#contract/notifications'
import type { Data } from '#data/data'
import { appendAudit } from '#platform/audit'
import { type ClientNotice, queueClientNotice } from './public/client-notice.ts'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { requireCustomer, requireMail, toNotification } from './sent-mails.ts'

export const sendNotification: Action<typeof notifications.send> = async ({ actor, params, body }, services) => {
  const { data, newId } = services
  const customer = await requireCustomer(data, params.customerId)
  const { customerId } = customer
  const notice = await noticeOf(body, customerId, data)
  const mailId = newId('mai')
  await data.transact((entities) => ({
    mail: queueClientNotice(entities, { customer, notice, mailId }, services),
    audit: appendAudit(
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
  return toNotification(await requireMail(data, customerId, mailId))
}

async function noticeOf(body: SendNotification, customerId: string, data: Data): Promise<ClientNotice> {
  if (!('consultationId' in body)) return { type: body.type, ...body.details } as ClientNotice
  const key = { customerId, consultationId: body.consultationId }
  const { data: stored } = await data.consultations.get(key).go({ consistent: true })
  if (stored?.status !== 'scheduled') return refuse('not-found')
  const { consultationId, startsAt, durationMinutes, type, sequence } = stored
  return { type: body.type, consultation: { consultationId, startsAt, durationMinutes, type, sequence } }
}
