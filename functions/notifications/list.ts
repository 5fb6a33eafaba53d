import type { notifications } from '#contract/notifications'
import { mailsOf } from '#data/queries'
import type { Action } from '#platform/serve'
import { requireCustomer } from './stored-mail.ts'
import { toNotification } from './to-notification.ts'

export const listNotifications: Action<typeof notifications.listOfCustomer> = async ({ params, query }, { data }) => {
  const { customerId } = await requireCustomer(data, params.customerId)
  const { items, next } = await mailsOf(data, customerId, query)
  return { items: items.map(toNotification), next }
}
