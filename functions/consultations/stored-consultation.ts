import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { throwRefusal } from '#platform/refusal-error'
import type { StoredConsultation } from './to-consultation.ts'

/** @throws Refusal `not-found`, also for a removed one */
export async function requireConsultation(
  data: Database,
  key: { readonly customerId: string; readonly consultationId: string },
): Promise<StoredConsultation> {
  const { data: stored } = await data.consultations.get(key).go()
  return stored && stored.status !== 'removed' ? stored : throwRefusal('not-found')
}

export async function requireCustomer(
  data: Database,
  customerId: string,
): Promise<EntityItem<TableEntities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer ?? throwRefusal('not-found')
}
