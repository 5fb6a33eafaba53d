import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AccountPresenceFilter, type CustomerSortOrder, customerSortOrders } from '#contract/customers'
import { type CustomerListName, customerListNames } from '#contract/customer-lists'
import { useSearchParameterSync } from '../../ui/use-search-parameter.ts'

/** In the URL, so that a list can be reloaded, bookmarked and returned to. */
const orderParameter = 'orden'
const accountParameter = 'cuenta'
const listParameter = 'situacion'

const DEFAULT_ORDER = 'newest'

const orderTexts: Readonly<Record<CustomerSortOrder, string>> = { newest: '', oldest: 'antiguos', name: 'nombre' }
const accountTexts = { with: 'con', without: 'sin' } as const satisfies Record<AccountPresenceFilter, string>

/** Invalid URL parameters are ignored. */
export function useCustomerListFilter() {
  const [address] = useSearchParams()
  const [order, setOrder] = useState(
    () => customerSortOrders.find((each) => orderTexts[each] === address.get(orderParameter)) ?? DEFAULT_ORDER,
  )
  const [account, setAccount] = useState(() =>
    (['with', 'without'] as const).find((each) => accountTexts[each] === address.get(accountParameter)),
  )
  const [listName, setListName] = useState<CustomerListName | undefined>(() =>
    customerListNames.find((each) => each === address.get(listParameter)),
  )
  useSearchParameterSync(listParameter, listName ?? '')
  useSearchParameterSync(orderParameter, orderTexts[order])
  useSearchParameterSync(accountParameter, account ? accountTexts[account] : '')
  return { order, setOrder, account, setAccount, listName, setListName }
}
