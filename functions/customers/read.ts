import type { customers } from '#contract/customers'
import type { Action } from '#platform/serve'
import { customerOf } from './enter.ts'
import { shown } from './shown.ts'

export const readCustomer: Action<typeof customers.read> = async ({ params }, services) =>
  shown(await customerOf(params.customerId, services))
