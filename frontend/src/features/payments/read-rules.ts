import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { NoShowRule } from '#contract/cancellation-rules'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'

let shown: NoShowRule | undefined

/** @param rule undefined while none is on the screen */
export function setShownNoShowRule(rule: NoShowRule | undefined): void {
  shown = rule
}

export const toShownNoShowRuleField = (): { readonly noShowRule?: NoShowRule } => (shown ? { noShowRule: shown } : {})

/** Not taken from the list of free hours, which is cached and may still contain the outdated rule. */
const currentPaymentRulesQuery = {
  queryKey: ['current-payment-rules'],
  queryFn: () => callApi(apiContract.purchases.quote, { body: { product: 'primera-consulta' } }),
  staleTime: 0,
} as const

export const useRefetchedNoShowRule = (): NoShowRule | undefined =>
  useQuery({ ...currentPaymentRulesQuery, enabled: false }).data?.noShowRule

export const areRulesChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'rules-changed'

/** Awaited before the refusal is shown, so that the current rules are on the page. */
export async function refetchPaymentRules(queries: QueryClient): Promise<void> {
  try {
    await queries.fetchQuery(currentPaymentRulesQuery)
  } catch {
    // If it fails, the next press is refused again, and refetches again.
  }
}

const RULES_ID = 'rules-before-paying'
export const rulesListProps = { id: RULES_ID, tabIndex: -1 } as const

/** They may be far from the pressed button. */
export const focusRules = (): void => document.getElementById(RULES_ID)?.focus()
