/**
 * Who took no mail. `service`: SES as a whole, or the way to it. `sandbox`: SES, to this address. Time or an operator
 * mends both. `recipient`: the address. `message`: this one mail, as we wrote it.
 */
export type MailRefuser = 'service' | 'sandbox' | 'recipient' | 'message'

/** What SES says with `MessageRejected` of the account, not of the message. */
const OF_THE_ACCOUNT = /sending (?:suspended|paused|is disabled)/i
const OF_AN_IDENTITY = /not verified/i

/** What SES says with `InvalidParameterValue` of the one parameter that differs between our mails. */
const OF_THE_ADDRESS = /address|domain|recipient/i

/** @param error what sending threw; what is thrown while a mail is composed is the `message`'s */
export function findMailRefuser(error: unknown): MailRefuser {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'MessageRejected' && OF_AN_IDENTITY.test(message)) return 'sandbox'
  if (name === 'MessageRejected') return OF_THE_ACCOUNT.test(message) ? 'service' : 'message'
  if (name === 'InvalidParameterValue') return OF_THE_ADDRESS.test(message) ? 'recipient' : 'message'
  return 'service'
}
