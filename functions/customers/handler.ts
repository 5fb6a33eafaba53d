import { customers } from '#contract/customers'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { currentCustomer } from './current.ts'
import { listCustomers } from './list.ts'
import { readCustomer } from './read.ts'

export const open = liveServices

export const withServices = serve(customers, {
  current: currentCustomer,
  list: listCustomers,
  read: readCustomer,
})

export const handler = withServices(open)
