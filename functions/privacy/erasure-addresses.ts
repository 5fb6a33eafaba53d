import { findCustomersByEmail } from '#data/email-holders'
import { toEmailAddressId } from '#platform/email-address-id'
import { toUserId } from '#platform/user'
import { type DataSubjectAddress, listDataSubjectCustomerIds, listDataSubjectUserIds } from './data-subject.ts'
import type { ErasureServices, StoredErasure } from './erase-services.ts'

export interface AddressedErasure extends StoredErasure {
  readonly addresses: readonly DataSubjectAddress[]
}

export async function findErasureEmails(
  erasure: StoredErasure,
  { data }: Pick<ErasureServices, 'data'>,
): Promise<string[]> {
  const { customerId, email, emails = [] } = erasure
  const userIds = listDataSubjectUserIds(erasure)
  const [{ data: customer }, { data: removed }, { data: users }] = await Promise.all([
    data.customers.get({ customerId }).go(),
    data.removedCustomers.get({ customerId }).go(),
    userIds.length > 0 ? data.users.get(userIds.map((userId) => ({ userId }))).go() : { data: [] },
  ])
  const stored = [customer, removed, ...users].flatMap((each) => (each ? [each.email] : []))
  return [...new Set([email, ...emails, ...stored])]
}

export async function addressErasure(erasure: StoredErasure, services: ErasureServices): Promise<AddressedErasure> {
  const { email: first, emails = [first] } = erasure
  const addresses = emails.map(async (email) => ({
    email,
    unsharedUntil: await findUnsharedUntil(email, erasure, services),
  }))
  return { ...erasure, addresses: await Promise.all(addresses) }
}

/**
 * Undefined while nobody else has the address. A new holder since the request owns nothing older than it; for an older
 * record or account this is unknown.
 */
async function findUnsharedUntil(
  email: string,
  erasure: StoredErasure,
  { data }: ErasureServices,
): Promise<string | undefined> {
  const { requestedAt } = erasure
  const customerIds = listDataSubjectCustomerIds(erasure)
  const userIds = listDataSubjectUserIds(erasure)
  const [customers, { data: users }, { data: pending }] = await Promise.all([
    findCustomersByEmail(email, data),
    data.users.query.byEmail({ email }).go({ pages: 'all' }),
    data.pendingSignUps.get({ addressId: toEmailAddressId(email) }).go(),
  ])
  const isOwnSignUp = pending?.sub !== undefined && userIds.includes(toUserId({ sub: pending.sub, attributes: {} }))
  const others = [
    ...customers.filter(({ customerId }) => !customerIds.includes(customerId)),
    ...users.filter(({ userId, status }) => status !== 'deleted' && !userIds.includes(userId)),
    ...(pending && !isOwnSignUp && pending.createdAt > requestedAt ? [pending] : []),
  ]
  if (others.length === 0) return undefined
  return others.every(({ createdAt }) => createdAt > requestedAt) ? requestedAt : ''
}
