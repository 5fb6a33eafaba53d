import type { EntityItem } from 'electrodb'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { refuse } from '#platform/refusal'
import type { Mail } from './to-notification.ts'

/** A client of the practice. */
export async function requireCustomer(data: Data, customerId: string): Promise<EntityItem<Entities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

/** A mail in the file of this client. One of another client's is not found. */
export async function requireMail(data: Data, customerId: string, mailId: string): Promise<Mail> {
  const { data: mail } = await data.mails.get({ mailId }).go({ consistent: true })
  return mail && mail.customerId === customerId ? mail : refuse('not-found')
}
