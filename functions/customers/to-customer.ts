import { Customer, CustomerSummary, CustomerListRow } from '#contract/customer'
import type { StoredCustomer } from '#data/customer-writes'
import { toReply } from '#data/stored-record'

export const toCustomer = (stored: StoredCustomer): Customer => toReply(Customer, stored)

export const toCustomerRow = (stored: StoredCustomer): CustomerListRow => toReply(CustomerListRow, stored)

export const toCustomerSummary = (stored: StoredCustomer): CustomerSummary => toReply(CustomerSummary, stored)
