import { Customer, CustomerName, CustomerRow } from '#contract/customer'
import type { StoredCustomer } from '#data/customer-writes'
import { toReply } from '#data/record'

export const toCustomer = (stored: StoredCustomer): Customer => toReply(Customer, stored)

export const toCustomerRow = (stored: StoredCustomer): CustomerRow => toReply(CustomerRow, stored)

export const toCustomerName = (stored: StoredCustomer): CustomerName => toReply(CustomerName, stored)
