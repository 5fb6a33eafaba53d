import { customers as practiceCustomers } from './customers.ts'
import { ownCustomer } from './own-customer.ts'

/** All of the domain, as its Lambda answers. */
export const customers = { ...practiceCustomers, ...ownCustomer }
