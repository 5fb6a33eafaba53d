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
  const others = found.filter((customer) => isOther(customer) && !customer.internal)
  if (others.length > 0) throwRefusal(await findRefusalOfEmail(others, data))
  const holder = holders.get(email)
  return (entities) => claimCustomerEmail(entities, wanted, holder?.isCurrent ? undefined : holder?.customerId)
}

/** Of hidden clients alone it is another one: no search finds who has the address. */
async function findRefusalOfEmail(
  others: readonly { readonly customerId: string }[],
  data: ActionServices['data'],
): Promise<'client-email-taken' | 'client-email-in-import'> {
  const { hiddenImports } = await readPracticeCounter(data)
  const areHidden = others.every(({ customerId }) => isHiddenImportedCustomer(customerId, hiddenImports))
  return areHidden ? 'client-email-in-import' : 'client-email-taken'
}
