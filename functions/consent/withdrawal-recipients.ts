import type { HealthWithdrawalRequest } from '#contract/health-consent'
import type { StoredCustomer } from '#data/customer-writes'
import { isMinor } from '../account/public/guardian.ts'
import type { ConsentServices } from './services.ts'

export interface WithdrawalRecipient {
  readonly to: string
  readonly reader: 'client' | 'guardian'
  readonly name: string
  readonly hasAccount: boolean
}

export async function findWithdrawalRecipients(
  { customerId, userId, email, name }: StoredCustomer,
  asked: HealthWithdrawalRequest,
  { data, now }: ConsentServices,
): Promise<readonly WithdrawalRecipient[]> {
  const { data: user } = userId ? await data.users.get({ userId }).go() : { data: null }
  const client = { to: user?.email ?? email, reader: 'client', name, hasAccount: user !== null } as const
  const isAskedByGuardian = asked === 'guardian-written' || asked === 'guardian-spoken'
  const to = isAskedByGuardian && user && isMinor(user, now()) && (await findGuardianEmail(customerId, { data }))
  return to ? [client, { ...client, to, reader: 'guardian', name: '' }] : [client]
}

/** Of a request that is still open nobody has shown yet that they read its address. */
async function findGuardianEmail(
  customerId: string,
  { data }: Pick<ConsentServices, 'data'>,
): Promise<string | undefined> {
  const { data: request } = await data.guardianConsents.get({ customerId }).go()
  return request?.consentedAt ? request.email : request?.earlier?.at(-1)?.email
}
