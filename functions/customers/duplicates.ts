import type { customers } from '#contract/customers'
import { claimAddress, customersWithAddress, addressHoldersOf } from '#data/address-holders'
import { customersById } from '#data/customer-queries'
import { searchLineEmail, matchingSearchLines } from '#data/customer-search'
import type { TransactionEntities, Writes } from '#data/transact'
import { isHidden, countsOf } from '#data/counter'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'
import { toCustomerName } from './to-customer.ts'

const SHOWN = 50

export const listDuplicates: Action<typeof customers.listDuplicates> = async (_, { data }) => {
  const { hiddenImports } = await countsOf(data)
  const lines = (await matchingSearchLines(data, '')).filter(({ customerId }) => !isHidden(customerId, hiddenImports))
  const shared = [...Map.groupBy(lines, searchLineEmail)]
    .filter(([, sharing]) => sharing.length > 1)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const items = await Promise.all(
    shared.slice(0, SHOWN).map(async ([email, sharing]) => {
      const found = await customersById(
        data,
        sharing.map(({ customerId }) => customerId),
      )
      return { email, customers: found.map(toCustomerName) }
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
export async function claimAddressWrites(
  wanted: Wanted,
  { data }: Pick<Services, 'data'>,
): Promise<(entities: TransactionEntities) => Writes> {
  const { email } = wanted
  const [found, holders] = await Promise.all([customersWithAddress(email, data), addressHoldersOf(data, [email])])
  const isOther = ({ customerId }: { readonly customerId: string }) => customerId !== wanted.customerId
  if (found.some((customer) => isOther(customer) && !customer.internal)) refuse('client-email-taken')
  const holder = holders.get(email)
  return (entities) => claimAddress(entities, wanted, holder?.isCurrent ? undefined : holder?.customerId)
}
