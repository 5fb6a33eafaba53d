import type { customers } from '#contract/customers-domain'
import { claimCustomerEmail, findCustomersByEmail, findEmailHolders } from '#data/email-holders'
import { findCustomersById } from '#data/customer-queries'
import { findSharedCustomerEmails } from '#data/customer-search'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { isHiddenImportedCustomer, readPracticeCounter } from '#data/practice-counter'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { toCustomerSummary } from './to-customer.ts'

const SHOWN = 50

export const listDuplicateCustomers: EndpointAction<typeof customers.listDuplicates> = async (_, { data }) => {
  const { hiddenImports } = await readPracticeCounter(data)
  const shared = await findSharedCustomerEmails(
    data,
    ({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports),
  )
  const items = await Promise.all(
    shared.slice(0, SHOWN).map(async ({ email, customerIds }) => {
      const found = await findCustomersById(data, customerIds)
      return { email, customers: found.map(toCustomerSummary) }
    }),
  )
  return { items, total: shared.length }
}

interface Wanted {
  readonly email: string
  readonly customerId: string
}

/**
 * Refuses an address of another client. The returned write fails when somebody else claimed the address since, so
 * concurrent entries yield one client.
 */
export async function createEmailClaimWrites(
  wanted: Wanted,
  { data }: Pick<ActionServices, 'data'>,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const { email } = wanted
  const [found, holders] = await Promise.all([findCustomersByEmail(email, data), findEmailHolders(data, [email])])
  const isOther = ({ customerId }: { readonly customerId: string }) => customerId !== wanted.customerId
  if (found.some((customer) => isOther(customer) && !customer.internal)) throwRefusal('client-email-taken')
  const holder = holders.get(email)
  return (entities) => claimCustomerEmail(entities, wanted, holder?.isCurrent ? undefined : holder?.customerId)
}
