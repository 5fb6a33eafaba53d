import { useSearchParams } from 'react-router-dom'
import { type AccountPresenceFilter, type CustomerSortOrder, customerSortOrders } from '#contract/customers'

/** URL parameters, so that a list can be reloaded, bookmarked and returned to. */
const orderParameter = 'orden'
const accountParameter = 'cuenta'

const orderTexts: Readonly<Record<CustomerSortOrder, string>> = {
  newest: 'recientes',
  oldest: 'antiguos',
  name: 'nombre',
}
const accountTexts = { with: 'con', without: 'sin' } as const satisfies Record<AccountPresenceFilter, string>

const DEFAULT_ORDER = 'newest'

/** Invalid URL parameters are ignored. */
export function useCustomerListFilter() {
  const [address, setAddress] = useSearchParams()
  const [orderText, accountText] = [address.get(orderParameter), address.get(accountParameter)]
  const set = (parameter: string, text: string | undefined) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (text) after.set(parameter, text)
        else after.delete(parameter)
        return after
      },
      { replace: true },
    )
  return {
    order: customerSortOrders.find((order) => orderTexts[order] === orderText) ?? DEFAULT_ORDER,
    account: (['with', 'without'] as const).find((account) => accountTexts[account] === accountText),
    setOrder: (order: CustomerSortOrder) =>
      set(orderParameter, order === DEFAULT_ORDER ? undefined : orderTexts[order]),
    setAccount: (account: AccountPresenceFilter | undefined) => set(accountParameter, account && accountTexts[account]),
  }
}
