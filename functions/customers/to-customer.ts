import { type CarePathwayState, type CarePathwayStep, getCarePathwayStateRow } from '#contract/care-pathway'
import { Customer, CustomerSummary, CustomerListRow } from '#contract/customer'
import type { CarePathwaySummary } from '#contract/customer-lists'
import type { StoredCustomer } from '#data/customer-writes'
import type { CustomerListEntry } from '#data/customer-list-entry-queries'
import { toReply } from '#data/stored-record'

export const toCustomer = (stored: StoredCustomer): Customer => toReply(Customer, stored)

export const toCustomerRow = (stored: StoredCustomer): CustomerListRow => toReply(CustomerListRow, stored)

export const toCustomerSummary = (stored: StoredCustomer): CustomerSummary => toReply(CustomerSummary, stored)

export function toPathwaySummary({
  state: stored,
  step: reached,
  dueDay,
  isDueAbout = false,
  hasQuestion,
}: CustomerListEntry): CarePathwaySummary {
  const state = stored as CarePathwayState
  const { step, turn } = getCarePathwayStateRow(state)
  return {
    state,
    // Missing in items from before `step` existed.
    step: (reached as CarePathwayStep | undefined) ?? step,
    turn: hasQuestion ? 'practice' : turn,
    due: dueDay ? { day: dueDay, isAbout: isDueAbout } : null,
  }
}
