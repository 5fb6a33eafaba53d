import { customers as practiceCustomers } from './customers.ts'
import { ownCustomer } from './own-customer.ts'

export const customers = { ...practiceCustomers, ...ownCustomer }
