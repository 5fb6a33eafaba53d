/**
 * `skipped`: unwanted by the reader, or outdated before it was sent. `expired`: no longer useful when it could be sent.
 * `failed`: given up, an operator has to act. `bounced`: refused by the recipient's server; `complained`: reported as
 * spam; `suppressed`: not sent by SES after earlier refusals.
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
