import type { consultationBookingFields, consultationRequestFields } from '#contract/consultation'
import { getObjectKeys } from '#contract/record-fields'
import type { StoredConsultation } from '#data/consultation-queries'

type ConsultationField = keyof typeof consultationBookingFields | keyof typeof consultationRequestFields

/** Audited part of each field's change. `name`: only the field's name, because it is free text or an address. */
const inAuditLog: Readonly<Record<ConsultationField, 'value' | 'price' | 'name'>> = {
  startsAt: 'value',
  durationMinutes: 'value',
  type: 'value',
  priceCents: 'price',
  roomUrl: 'name',
  notes: 'name',
  message: 'name',
}
const fieldsWith = (part: 'value' | 'name') => getObjectKeys(inAuditLog).filter((field) => inAuditLog[field] === part)
const audited = { value: fieldsWith('value'), name: fieldsWith('name') }
/** Together, because a proposed price takes the place of the agreed one once the client accepts it. */
const prices = ['priceCents', 'proposedPriceCents'] as const

export function toChangedConsultationAuditDetails(stored: StoredConsultation, wanted: StoredConsultation) {
  const isChanged = (key: keyof StoredConsultation) => stored[key] !== wanted[key]
  const keys = [...audited.value.filter(isChanged), ...(prices.some(isChanged) ? prices : [])]
  const fields = audited.name.filter(isChanged)
  return {
    ...(keys.length > 0 && { old_data: pick(stored, keys), new_data: pick(wanted, keys) }),
    ...(fields.length > 0 && { fields }),
  }
}

const pick = (stored: StoredConsultation, keys: readonly (keyof StoredConsultation)[]) =>
  Object.fromEntries(keys.flatMap((key) => (stored[key] === undefined ? [] : [[key, stored[key]]])))
