import { digestOf } from '#platform/withdrawal-mails'
import type { WithdrawalServices } from './services.ts'

/**
 * The mail that tells the practice of today's declarations, unless it waits to be sent already: one each morning, however
 * many there are. Which they are is looked up when it is sent.
 */
export async function digestIfMissing({ data, now, practiceMail }: WithdrawalServices) {
  const digest = digestOf(now())
  const { data: waiting } = await data.mails.get({ mailId: digest.mailId }).go({ consistent: true })
  return waiting ? undefined : { ...digest, to: practiceMail }
}
