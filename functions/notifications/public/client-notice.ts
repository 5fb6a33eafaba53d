import type { EntityItem } from 'electrodb'
import { waitsForPriceAnswer } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import type {
  ClientNotificationTemplateData,
  MailConsultationDetails,
  MailTemplateData,
  ReminderLeadTime,
} from '#data/mail'
import type { TransactionEntities } from '#data/transact'
import { queueMail } from '#platform/outbox'

export type { ClientNotificationTemplateData }

export interface NoticeToQueue {
  readonly customer: { readonly customerId: string; readonly email: string; readonly name: string }
  readonly notice: ClientNotificationTemplateData
  /**
   * Derived from the cause, when a repeated cause must be one mail.
   * @default a new id
   */
  readonly mailId?: string
  /** @default at once */
  readonly dueAt?: string | undefined
}

/** Opt-outs are applied at delivery and shown to administrators; a mail that cannot be sent never undoes the change. */
export const queueClientNotice = (
  entities: TransactionEntities,
  { customer, notice, mailId, dueAt }: NoticeToQueue,
  services: { now: () => Date; newId: (prefix: string) => string },
) =>
  queueMail(
    entities,
    {
      to: customer.email,
      customerId: customer.customerId,
      content: toClientNoticeContent({ customer, notice }),
      ...(mailId && { mailId }),
      ...(dueAt && { dueAt }),
    },
    services,
  )

export const toClientNoticeContent = ({
  customer: { name, email },
  notice,
}: Pick<NoticeToQueue, 'customer' | 'notice'>): MailTemplateData => ({
  kind: 'client-notice',
  name: name === email ? '' : name,
  notice,
})

export const queueReminder = (
  entities: TransactionEntities,
  {
    customer: { customerId, email, name },
    before,
    consultation,
  }: {
    readonly customer: NoticeToQueue['customer']
    readonly before: ReminderLeadTime
    readonly consultation: EntityItem<TableEntities['consultations']>
  },
  services: { now: () => Date; newId: (prefix: string) => string },
) => {
  const { consultationId, startsAt } = consultation
  return queueMail(
    entities,
    {
      to: email,
      customerId,
      content: {
        kind: 'reminder',
        name: name === email ? '' : name,
        before,
        consultation: toMailConsultation(consultation),
      },
      mailId: `mai_${consultationId.slice('con_'.length)}-${Date.parse(startsAt) / 60_000}-${before}`,
    },
    services,
  )
}

export const toConsultationNotice = (
  type: ClientNotificationTemplateData['type'],
  consultation: EntityItem<TableEntities['consultations']>,
): ClientNotificationTemplateData =>
  ({ type, consultation: toMailConsultation(consultation) }) as ClientNotificationTemplateData

export function toMailConsultation(consultation: EntityItem<TableEntities['consultations']>): MailConsultationDetails {
  const { consultationId, startsAt, durationMinutes, type, sequence, toConfirm, lapsesAt, priceCents, orderId } =
    consultation
  const { proposedPriceCents, budgetId } = consultation
  const isProposed = waitsForPriceAnswer(consultation)
  return {
    consultationId,
    startsAt,
    durationMinutes,
    type,
    sequence,
    toConfirm,
    ...(toConfirm && lapsesAt && { lapsesAt }),
    ...(priceCents !== undefined && !isProposed && { priceCents }),
    ...((orderId !== undefined || budgetId !== undefined) && { isPaid: true }),
    ...(budgetId !== undefined && { isIncluded: true }),
    ...(isProposed && { proposedPriceCents }),
  }
}
