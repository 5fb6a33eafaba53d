import type { StoredCustomer } from '#data/customer-writes'
import { findUserByEmail } from '#data/user-queries'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { findPaymentsOfUnverifiedCustomer } from '#data/unverified-email-payments'
import { toEmailAddressId } from '#platform/email-address-id'
import { type PendingSignUp, findPendingSignUp } from '../account/public/email-proof.ts'
import { queueMail } from '#platform/outbox'
import type { ActionServices } from '#platform/services'
import type { StoredUser } from '#platform/user'
import { claimUnclaimedCustomer } from './public/unclaimed-customer.ts'

interface Correction {
  readonly writes: (entities: TransactionEntities) => TransactionWrites
  readonly isOfPayment: boolean
  readonly owner?: StoredUser
}

const nothing: Correction = { isOfPayment: false, writes: () => undefined }

/**
 * Additional writes when something was paid under an unproven address. The verification mail goes to the corrected
 * address, where a password is chosen; the sign-up under the wrong address releases the order, and its links still
 * prove the wrong address only.
 */
export async function prepareEmailCorrection(
  before: StoredCustomer,
  email: string,
  services: ActionServices,
): Promise<Correction> {
  const { data } = services
  if (before.email === email) return nothing
  const paid = await findPaymentsOfUnverifiedCustomer(before, data)
  if (paid.length === 0) return nothing
  const [wrong, right, user] = await Promise.all([
    findPendingSignUp(before.email, data),
    findPendingSignUp(email, data),
    findUserByEmail(data, email),
  ])
  const detached = wrong?.orderId && paid.some(({ orderId }) => orderId === wrong.orderId) ? wrong : undefined
  const owner = user?.status === 'active' && user.emailVerifiedAt && user.customerId ? user : undefined
  return {
    isOfPayment: true,
    writes: (entities) => [
      detached && withoutOrder(entities, detached),
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

const awaitingProof = (entities: TransactionEntities, email: string, { now }: ActionServices) =>
  entities.pendingSignUps
    .create({
      addressId: toEmailAddressId(email),
      email,
      state: 'unproven',
      version: 1,
      createdAt: now().toISOString(),
    })
    .commit()

export async function linkCustomerToEmailOwner(
  corrected: StoredCustomer,
  { userId, email, firstName, lastName, customerId = '' }: StoredUser,
  services: ActionServices,
): Promise<StoredCustomer> {
  const owner = { userId, email, name: `${firstName} ${lastName}`.trim() || email, caller: undefined }
  await claimUnclaimedCustomer(corrected, { owner, customerId }, services)
  const [{ data: left }, { data: own }] = await Promise.all([
    services.data.customers.get({ customerId: corrected.customerId }).go(),
    services.data.customers.get({ customerId }).go(),
  ])
  return left ?? own ?? corrected
}
