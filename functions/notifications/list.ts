import type { notifications } from '#contract/notifications'
import { mailsOf } from '#data/queries'
import type { Action } from '#platform/serve'
import { customerOf } from './found.ts'
import { shown } from './shown.ts'

export const listNotifications: Action<typeof notifications.listOfCustomer> = async ({ params, query }, { data }) => {
  const { customerId } = await customerOf(data, params.customerId)
  const { items, next } = await mailsOf(data, customerId, query)
  return { items: items.map(shown), next }
}
