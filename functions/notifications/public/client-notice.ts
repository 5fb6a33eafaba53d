import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import type { ClientNotificationTemplateData } from '#data/mail'
import type { TransactionEntities } from '#data/transact'
import { queueMail } from '#platform/outbox'

export type { ClientNotificationTemplateData }

interface NoticeToQueue {
  readonly customer: { readonly customerId: string; readonly email: string; readonly name: string }
  readonly notice: ClientNotificationTemplateData
  /**
   * Set by the caller when a repeated cause must yield one mail.
   * @default a new id
   */
  readonly mailId?: string
}

/**
 * Part of the transaction of the change. Opt-outs are applied at delivery and shown to administrators; a mail that
 * cannot be sent never undoes the change.
 */
export const queueClientNotice = (
  entities: TransactionEntities,
  { customer: { customerId, email, name }, notice, mailId }: NoticeToQueue,
  services: { now: () => Date; newId: (prefix: string) => string },
) =>
  queueMail(
    entities,
    {
      to: email,
      customerId,
      // A client who never gave a name is filed under their address.
      content: { kind: 'client-notice', name: name === email ? '' : name, notice },
      ...(mailId && { mailId }),
    },
    services,
  )

export const toConsultationNotice = (
  type: ClientNotificationTemplateData['type'],
  consultation: EntityItem<TableEntities['consultations']>,
): ClientNotificationTemplateData => {
  const { consultationId, startsAt, durationMinutes, sequence, toConfirm, lapsesAt } = consultation
  return {
    type,
    consultation: {
      consultationId,
      startsAt,
      durationMinutes,
      type: consultation.type,
      sequence,
      toConfirm,
      ...(toConfirm && lapsesAt && { lapsesAt }),
    },
  } as ClientNotificationTemplateData
}
