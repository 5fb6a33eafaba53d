import type { EntityItem } from 'electrodb'
import type { Consultation, OwnConsultation } from '#contract/consultation'
import { hasLapsed } from '#data/consultation-queries'
import type { Entities } from '#data/entities'

export type StoredConsultation = EntityItem<Entities['consultations']>
type StoredCustomer = Pick<EntityItem<Entities['customers']>, 'customerId' | 'name' | 'email'>

/** A consultation as it counts at an instant: a request that has lapsed is over, also before a sweep has written so. */
export const asOf = (stored: StoredConsultation, now: Date): StoredConsultation =>
  hasLapsed(stored, now.toISOString()) ? { ...stored, status: 'cancelled', toConfirm: false, lapsed: true } : stored

/** A consultation as its client sees it. A removed one is never shown; its status reads as cancelled to the compiler. */
export const toOwnConsultation = (stored: StoredConsultation, now: Date): OwnConsultation =>
  ownFields(asOf(stored, now))

const ownFields = (stored: StoredConsultation): OwnConsultation => ({
  consultationId: stored.consultationId,
  startsAt: stored.startsAt,
  durationMinutes: stored.durationMinutes,
  type: stored.type,
  status: stored.status === 'removed' ? 'cancelled' : stored.status,
  priceCents: stored.priceCents ?? null,
  message: stored.message ?? null,
  toConfirm: stored.toConfirm,
  lapsesAt: (stored.toConfirm && stored.lapsesAt) || null,
  lapsed: stored.lapsed ?? false,
  version: stored.version,
})

/** The same as the practice sees it. */
export const toConsultation = (
  stored: StoredConsultation,
  { customerId, name, email }: StoredCustomer,
  now: Date,
): Consultation => ({
  ...toOwnConsultation(stored, now),
  customerId,
  customerName: name,
  customerEmail: email,
  notes: stored.notes ?? null,
  orderId: stored.orderId ?? null,
})
