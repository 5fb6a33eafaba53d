import type { RefusedMailStatus } from '#contract/mail-statuses'
import { MAIL_ID_TAG } from './services.ts'

/** What EventBridge hands on of SES' event publishing; only what is read here. */
export interface SesEvent {
  readonly detail: {
    readonly eventType: string
    readonly mail: {
      readonly timestamp: string
      readonly messageId: string
      readonly destination: readonly string[]
      readonly tags?: Readonly<Record<string, readonly string[]>>
    }
    readonly bounce?: { readonly bounceType: string; readonly bounceSubType: string }
    readonly complaint?: { readonly complaintSubType?: string | null }
  }
}

export interface MailFeedback {
  /** Absent for what Cognito sent. */
  readonly mailId: string | undefined
  readonly messageId: string
  /** Lower case. */
  readonly to: string
  readonly sentAt: string
  readonly status: RefusedMailStatus | 'failed'
  /** A name of SES, never a text of somebody's server, which may hold anything. */
  readonly reason: string
}

/** The mail that SES says it has taken; undefined for other events, and for what Cognito sent. */
export const readTakenMailId = ({ detail: { eventType, mail } }: SesEvent): string | undefined =>
  eventType === 'Send' ? mail.tags?.[MAIL_ID_TAG]?.[0] : undefined

/** Both lists keep a mail back: that of our account and that of all of SES. */
const ofSuppressionLists = ['OnAccountSuppressionList', 'Suppressed']

/** Undefined for events of mails that arrived. */
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
  if (bounce) return { status: 'bounced', reason: `${bounce.bounceType}-${bounce.bounceSubType}` }
  if (complaint) return { status: 'complained', reason: 'Complaint' }
  return eventType === 'Reject' ? { status: 'failed', reason: 'Reject' } : undefined
}
