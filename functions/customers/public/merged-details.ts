import { customerFields } from '#contract/customer'
import type { StoredCustomer } from '#data/customer-writes'
import { getOptionalFieldKeys, mergeOptionalFields } from '#data/stored-record'

/**
 * Merged details of two records of one person; differing values go into the notes.
 * @returns undefined when they do not fit there
 */
export function mergeCustomerDetails(own: StoredCustomer, other: StoredCustomer) {
  const merged = mergeOptionalFields(customerFields, own, other)
  const differing = getOptionalFieldKeys(customerFields).flatMap((key) => {
    const value = other[key]
    if (value === undefined || value === merged[key]) return []
    return [key === 'notes' ? value : `${customerFields[key].label}: ${value}`]
  })
  if (differing.length === 0) return merged
  const notes = [merged.notes ?? [], 'De otra ficha con este correo:', ...differing].flat().join('\n\n')
  return customerFields.notes.entered.safeParse(notes).success ? { ...merged, notes } : undefined
}
