import type { RefusedMailStatus } from '#contract/mail-statuses'
import { MAIL_ID_TAG } from './services.ts'

interface Bounce {
  readonly bounceType: string
  readonly bounceSubType: string
  /** `action` and `status` are those of the mail server's delivery status notification, where it sent one. */
  readonly bouncedRecipients: readonly { readonly action?: string; readonly status?: string }[]
}

export interface SesEvent {
  readonly detail: {
    readonly eventType: string
    readonly mail: {
      readonly timestamp: string
      readonly messageId: string
      readonly destination: readonly string[]
      readonly tags?: Readonly<Record<string, readonly string[]>>
    }
    readonly bounce?: Bounce
    readonly complaint?: { readonly complaintSubType?: string | null }
  }
}

export interface MailFeedback {
  /** Missing for mails sent by Cognito. */
  readonly mailId: string | undefined
  readonly messageId: string
  /** Lower case. */
  readonly to: string
  readonly sentAt: string
  readonly status: RefusedMailStatus | 'failed'
  /** A code of SES, never a mail server's text, which may contain anything. */
  readonly reason: string
}

/** The mail accepted by SES; undefined for other events, and for mails sent by Cognito. */
export const readAcceptedMailId = ({ detail: { eventType, mail } }: SesEvent): string | undefined =>
  eventType === 'Send' ? mail.tags?.[MAIL_ID_TAG]?.[0] : undefined

const ofSuppressionLists = ['OnAccountSuppressionList', 'Suppressed']

/**
 * SES also reports automatic replies, such as those of somebody out of office, as this kind of bounce: the mail has
 * arrived. Of a mail that has not, the server's notification says so.
 */
const isAutomaticReply = ({ bounceType, bounceSubType, bouncedRecipients }: Bounce): boolean =>
  bounceType === 'Transient' &&
  bounceSubType === 'General' &&
  bouncedRecipients.every(({ action, status }) => action === undefined && status === undefined)

/** Undefined for successful deliveries. */
export function readMailFeedback({ detail }: SesEvent): MailFeedback | undefined {
  const outcome = outcomeOf(detail)
  const { messageId, timestamp, destination, tags } = detail.mail ?? {}
  return (
    outcome && {
      ...outcome,
      mailId: tags?.[MAIL_ID_TAG]?.[0],
      messageId,
      to: (destination[0] ?? '').toLowerCase(),
      sentAt: timestamp,
    }
  )
}

function outcomeOf({
  eventType,
  bounce,
  complaint,
}: SesEvent['detail']): Pick<MailFeedback, 'status' | 'reason'> | undefined {
  const subType = bounce?.bounceSubType ?? complaint?.complaintSubType ?? ''
  if (ofSuppressionLists.includes(subType)) return { status: 'suppressed', reason: subType }
  if (bounce && isAutomaticReply(bounce)) return undefined
  if (bounce) return { status: 'bounced', reason: `${bounce.bounceType}-${bounce.bounceSubType}` }
  if (complaint) return { status: 'complained', reason: 'Complaint' }
  return eventType === 'Reject' ? { status: 'failed', reason: 'Reject' } : undefined
}
