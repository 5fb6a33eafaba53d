import { refusedMailStatuses } from '#contract/mail-statuses'
import type { notifications } from '#contract/notifications'
import { findCustomerMails } from '#data/mail-queries'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'

const NEWEST = 25

export const findAddressRefusal: EndpointAction<typeof notifications.addressRefusal> = async ({ params }, { data }) => {
  const customer = await requireCustomer(params.customerId, data)
  const { items } = await findCustomerMails(data, customer, { limit: NEWEST })
  for (const { to, status, nextAttemptAt } of items) {
    const refused = refusedMailStatuses.find((each) => each === status)
    const isTold = status === 'sent' || refused !== undefined
    if (to.toLowerCase() !== customer.email.toLowerCase() || !isTold) continue
    return { refusal: refused ? { status: refused, at: nextAttemptAt } : null }
  }
  return { refusal: null }
}
