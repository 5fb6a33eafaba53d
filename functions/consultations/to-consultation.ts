import type { EntityItem } from 'electrodb'
import { Consultation, OwnConsultation } from '#contract/consultation'
import { hasConsultationRequestLapsed, type StoredConsultation } from '#data/consultation-queries'
import type { TableEntities } from '#data/entities'
import { toReply } from '#data/stored-record'

type StoredCustomer = Pick<EntityItem<TableEntities['customers']>, 'customerId' | 'name' | 'email'>

export const hasConfirmedAttendance = ({
  startsAt,
  attendanceConfirmedFor,
}: Pick<StoredConsultation, 'startsAt' | 'attendanceConfirmedFor'>): boolean => attendanceConfirmedFor === startsAt

/** A lapsed request counts as cancelled even before the schedule has stored it. */
export const applyConsultationRequestLapse = (stored: StoredConsultation, now: Date): StoredConsultation =>
  hasConsultationRequestLapsed(stored, now.toISOString())
    ? { ...stored, status: 'cancelled', toConfirm: false, lapsed: true }
    : stored

export const toOwnConsultation = (stored: StoredConsultation, now: Date): OwnConsultation =>
  toReply(OwnConsultation, toCommonFields(stored, now))

function toCommonFields(stored: StoredConsultation, now: Date) {
  const { lapsesAt, status, lapsed = false, ...rest } = applyConsultationRequestLapse(stored, now)
  return {
    ...rest,
    status: status === 'removed' ? ('cancelled' as const) : status,
    lapsed,
    isPaid: rest.orderId !== undefined || rest.budgetId !== undefined,
    isIncluded: rest.budgetId !== undefined,
    ...(rest.toConfirm && lapsesAt && { lapsesAt }),
  }
}

export const toConsultation = (
  stored: StoredConsultation,
  { customerId, name, email }: StoredCustomer,
  now: Date,
): Consultation =>
  toReply(Consultation, {
    ...toCommonFields(stored, now),
    attendanceConfirmed: hasConfirmedAttendance(stored),
    missedStarts: stored.missedStarts ?? [],
    customerId,
    customerName: name,
    customerEmail: email,
  })
