import type { notifications, SendNotification } from '#contract/notifications'
import type { Data } from '#data/data'
import { audited } from '#platform/audit'
import { type ClientNotice, clientNotice } from '#platform/client-notice'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { customerOf, mailOf } from './found.ts'
import { shown } from './shown.ts'

export const sendNotification: Action<typeof notifications.send> = async ({ actor, params, body }, services) => {
  const { data, newId } = services
  const customer = await customerOf(data, params.customerId)
  const { customerId } = customer
  const notice = await noticeOf(body, customerId, data)
  const mailId = newId('mai')
  await data.transact((entities) => ({
    mail: clientNotice(entities, { customer, notice, mailId }, services),
    audit: audited(
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
  return shown(await mailOf(data, customerId, mailId))
}

/** What is told of a consultation is what the agenda holds of it now. */
async function noticeOf(body: SendNotification, customerId: string, data: Data): Promise<ClientNotice> {
  if (!('consultationId' in body)) return { type: body.type, ...body.details } as ClientNotice
  const key = { customerId, consultationId: body.consultationId }
  const { data: stored } = await data.consultations.get(key).go({ consistent: true })
  if (stored?.status !== 'scheduled') return refuse('not-found')
  const { consultationId, startsAt, durationMinutes, type, sequence } = stored
  return { type: body.type, consultation: { consultationId, startsAt, durationMinutes, type, sequence } }
}
