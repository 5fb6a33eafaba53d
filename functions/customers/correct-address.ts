import type { StoredCustomer } from '#data/customer-writes'
import { userByEmail } from '#data/queries'
import type { TransactionEntities, Writes } from '#data/transact'
import { unprovenPaymentsOf } from '#data/unproven-orders'
import { addressIdOf } from '#platform/address-id'
import { type PendingSignUp, pendingSignUpOf } from '../account/public/address-proof.ts'
import { queueMail } from '#platform/outbox'
import type { Services } from '#platform/services'
import type { User } from '#platform/user'
import { claimCustomer } from './public/unclaimed-customer.ts'

interface Correction {
  readonly writes: (entities: TransactionEntities) => Writes
  /** Then the purchase goes to the owner of the right address, even another client. */
  readonly isOfPayment: boolean
  readonly owner?: User
}

const nothing: Correction = { isOfPayment: false, writes: () => undefined }

/**
 * Extra writes when something was paid under an unproven address. The verification mail goes to the corrected address,
 * where a password is chosen; the sign-up under the wrong address releases the order, and its links still prove the
 * wrong address only.
 */
export async function correctionOf(before: StoredCustomer, email: string, services: Services): Promise<Correction> {
  const { data } = services
  if (before.email === email) return nothing
  const paid = await unprovenPaymentsOf(before, data)
  if (paid.length === 0) return nothing
  const [wrong, right, user] = await Promise.all([
    pendingSignUpOf(before.email, data),
    pendingSignUpOf(email, data),
    userByEmail(data, email),
  ])
  const letGo = wrong?.orderId && paid.some(({ orderId }) => orderId === wrong.orderId) ? wrong : undefined
  const owner = user?.status === 'active' && user.emailVerifiedAt && user.customerId ? user : undefined
  return {
    isOfPayment: true,
    writes: (entities) => [
      letGo && withoutOrder(entities, letGo),
      !owner && !right && awaitingProof(entities, email, services),
      !owner &&
        queueMail(
          entities,
          { to: email, customerId: before.customerId, content: { kind: 'verification', wish: 'paid' } },
          services,
        ),
    ],
    ...(owner && { owner }),
  }
}

const withoutOrder = (entities: TransactionEntities, { addressId, version }: PendingSignUp) =>
  entities.pendingSignUps
    .patch({ addressId })
    .remove(['orderId'])
    .where((stored, { eq }) => eq(stored.version, version))
    .commit()

const awaitingProof = (entities: TransactionEntities, email: string, { now }: Services) =>
  entities.pendingSignUps
    .create({
      addressId: addressIdOf(email),
      email,
      state: 'unproven',
      version: 1,
      createdAt: now().toISOString(),
    })
    .commit()

export async function linkToOwner(
  corrected: StoredCustomer,
  { userId, email, firstName, lastName, customerId = '' }: User,
  services: Services,
): Promise<StoredCustomer> {
  const owner = { userId, email, name: `${firstName} ${lastName}`.trim() || email, caller: undefined }
  await claimCustomer(corrected, { owner, customerId }, services)
  const [{ data: left }, { data: own }] = await Promise.all([
    services.data.customers.get({ customerId: corrected.customerId }).go({ consistent: true }),
    services.data.customers.get({ customerId }).go({ consistent: true }),
  ])
  return left ?? own ?? corrected
}
