/**
 * Who refused a mail. `service`: SES as a whole, or the connection. `sandbox`: SES, for this address. Both are solved
 * by time or an operator. `recipient`: the address. `message`: this one mail, as composed.
 */
export type MailRefuser = 'service' | 'sandbox' | 'recipient' | 'message'

/** Text of SES's `MessageRejected` when it concerns the account, not the message. */
const OF_THE_ACCOUNT = /sending (?:suspended|paused|is disabled)/i
const OF_AN_IDENTITY = /not verified/i

/** Text of SES's `InvalidParameterValue` when it concerns the only parameter that differs between our mails. */
const OF_THE_ADDRESS = /address|domain|recipient/i

export function findMailRefuser(error: unknown): MailRefuser {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'MessageRejected' && OF_AN_IDENTITY.test(message)) return 'sandbox'
  if (name === 'MessageRejected') return OF_THE_ACCOUNT.test(message) ? 'service' : 'message'
  if (name === 'InvalidParameterValue') return OF_THE_ADDRESS.test(message) ? 'recipient' : 'message'
  return 'service'
}
