import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { refuse } from '#platform/refusal'
import type { StoredConsultation } from './to-consultation.ts'

/** @throws Refusal `not-found`, also for a removed one */
export async function requireConsultation(
  data: Data,
  key: { readonly customerId: string; readonly consultationId: string },
): Promise<StoredConsultation> {
  const { data: stored } = await data.consultations.get(key).go({ consistent: true })
  return stored && stored.status !== 'removed' ? stored : refuse('not-found')
}

export async function requireCustomer(data: Data, customerId: string): Promise<EntityItem<Entities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}
