/**
 * `skipped`: unwanted by the reader, or outdated before it was sent. `expired`: no longer useful when it could be sent.
 * `failed`: given up, and an operator has to look. `bounced`, `complained`, `suppressed`: refused by the recipient's
 * server, reported by its reader as spam, kept back by SES because the address has refused before.
 */
export const mailStatuses = [
  'queued',
  'sending',
  'sent',
  'skipped',
  'expired',
  'failed',
  'bounced',
  'complained',
  'suppressed',
] as const
export type MailStatus = (typeof mailStatuses)[number]

export const refusedMailStatuses = ['bounced', 'complained', 'suppressed'] as const satisfies readonly MailStatus[]
export type RefusedMailStatus = (typeof refusedMailStatuses)[number]
