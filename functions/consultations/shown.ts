import type { EntityItem } from 'electrodb'
import type { Consultation, OwnConsultation } from '#contract/consultation'
import type { Entities } from '#data/entities'

export type StoredConsultation = EntityItem<Entities['consultations']>
type StoredCustomer = Pick<EntityItem<Entities['customers']>, 'customerId' | 'name' | 'email'>

/** A consultation as its client sees it. A removed one is never shown; its status reads as cancelled to the compiler. */
export const shownToClient = (stored: StoredConsultation): OwnConsultation => ({
  consultationId: stored.consultationId,
  startsAt: stored.startsAt,
  durationMinutes: stored.durationMinutes,
  type: stored.type,
  status: stored.status === 'removed' ? 'cancelled' : stored.status,
  priceCents: stored.priceCents ?? null,
  message: stored.message ?? null,
  toConfirm: stored.toConfirm,
  version: stored.version,
})

/** The same as the practice sees it. */
export const shown = (stored: StoredConsultation, { customerId, name, email }: StoredCustomer): Consultation => ({
  ...shownToClient(stored),
  customerId,
  customerName: name,
  customerEmail: email,
  notes: stored.notes ?? null,
  orderId: stored.orderId ?? null,
})
