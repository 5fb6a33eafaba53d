import type { EntityItem } from 'electrodb'
import type { StoredConsultation } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import type { ReminderLeadTime } from '#data/mail'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { queueReminder } from '../notifications/public/client-notice.ts'
import { LATEST_DAY_REMINDER_HOURS } from './public/reminder-times.ts'
import type { ConsultationChangeServices } from './change.ts'

const HOUR_MS = 3_600_000

export const DAY_REMINDER_HOURS = 24

type RemindedConsultation = Pick<
  StoredConsultation,
  | 'startsAt'
  | 'status'
  | 'toConfirm'
  | 'createdAt'
  | 'agreedAt'
  | 'pendingNotice'
  | 'dayReminderFor'
  | 'hourReminderFor'
>

/**
 * The due reminder, if any: once for each start, and only if the client knew the hour before the reminder's time;
 * otherwise a mail has just told it, or is about to (notices are delayed ten minutes).
 */
export function findDueReminder(consultation: RemindedConsultation, now: Date): ReminderLeadTime | undefined {
  const { startsAt, status, toConfirm } = consultation
  if (status !== 'scheduled' || toConfirm) return undefined
  const start = Date.parse(startsAt)
  const isDue = (hours: number) => now.getTime() >= start - hours * HOUR_MS
  const toldAt = computeToldAt(consultation)
  const wasToldBefore = (hours: number) => toldAt < start - hours * HOUR_MS
  if (now.getTime() >= start) return undefined
  if (isDue(1)) return wasToldBefore(1) && consultation.hourReminderFor !== startsAt ? 'hour' : undefined
  if (isDue(LATEST_DAY_REMINDER_HOURS) || !isDue(DAY_REMINDER_HOURS)) return undefined
  return wasToldBefore(DAY_REMINDER_HOURS) && consultation.dayReminderFor !== startsAt ? 'day' : undefined
}

const computeToldAt = ({ createdAt, agreedAt = createdAt, pendingNotice }: RemindedConsultation): number =>
  Math.max(Date.parse(agreedAt), Date.parse(pendingNotice?.dueAt ?? agreedAt))

/**
 * One transaction: the mail, with an id derived from consultation, start and kind, and the mark on the unchanged
 * consultation.
 */
export async function remindIfDue(
  { customerId, consultationId }: Pick<StoredConsultation, 'customerId' | 'consultationId'>,
  services: ConsultationChangeServices,
): Promise<boolean> {
  const { data, now } = services
  // The index lags: a listed consultation may have been moved since.
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go({ consistent: true })
  const before = stored ? findDueReminder(stored, now()) : undefined
  if (!stored || !before) return false
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer ? queueOnce({ stored, before, customer }, services) : false
}

async function queueOnce(
  {
    stored,
    before,
    customer,
  }: {
    readonly stored: StoredConsultation
    readonly before: ReminderLeadTime
    readonly customer: EntityItem<TableEntities['customers']>
  },
  services: ConsultationChangeServices,
): Promise<boolean> {
  const { customerId, consultationId, startsAt, version } = stored
  const { written } = await services.data.transact((entities) => ({
    consultation: entities.consultations
      .patch({ customerId, consultationId })
      .set(before === 'day' ? { dayReminderFor: startsAt } : { hourReminderFor: startsAt })
      .where((present, operations) => createUnchangedCondition(present.version, version, operations))
      .commit(),
    mail: queueReminder(entities, { customer, before, consultation: stored }, services),
  }))
  return written
}
