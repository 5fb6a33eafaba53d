import type { StoredConsultation } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { throwRefusal } from '#platform/refusal-error'

/** @throws Refusal `not-found`, also for a removed one */
export async function requireConsultation(
  data: Database,
  key: { readonly customerId: string; readonly consultationId: string },
): Promise<StoredConsultation> {
  const { data: stored } = await data.consultations.get(key).go()
  return stored && stored.status !== 'removed' ? stored : throwRefusal('not-found')
}
