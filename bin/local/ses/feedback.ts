import { randomUUID } from 'node:crypto'
import type { DocumentStore } from '../document-store.ts'
import { findMailOutcome, isSimulatorAddress, type SesAccountSettings } from './account.ts'

interface TakenMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly sentAt: string
  /** Undefined: no events are published. */
  readonly configurationSet: string | undefined
  readonly tags: Readonly<Record<string, string>>
}

type Feedback = 'bounce' | 'soft-bounce' | 'automatic-reply' | 'complaint' | 'reject' | 'suppressed'
type SesEventKind = Feedback | 'send'

export type SesEvent = ReturnType<typeof toSesEvent>

export interface SuppressedDestination {
  readonly address: string
  readonly reason: 'BOUNCE' | 'COMPLAINT'
}

interface Options {
  readonly store: DocumentStore
  readonly now: () => Date
  readonly publish: (event: SesEvent) => void
}

/**
 * Processes accepted mails: the account's suppression list, and the configuration set's events on the default bus,
 * beginning with `send`. `isDelivered` is false if the mail reaches no mailbox.
 */
export function createMailFeedback({ store, now, publish }: Options) {
  const suppressed = store.collection<SuppressedDestination>('ses.suppressed')
  const fates = store.collection<{ id: string; fate: Feedback | 'delivery' }>('ses.fates')
  const count = (fate: Feedback | 'delivery') => fates.all().filter((each) => each.fate === fate).length
  return {
    settle: (mail: TakenMail, account: SesAccountSettings): { readonly isDelivered: boolean } => {
      const address = (mail.to[0] ?? '').toLowerCase()
      const fate = findMailOutcome(address, account, suppressed.get(address) !== undefined)
      const isSimulated = isSimulatorAddress(address)
      if (!isSimulated) fates.put(mail.id, { id: mail.id, fate })
      const publishEvent = (kind: SesEventKind) => {
        if (mail.configurationSet === undefined) return
        const event = toSesEvent(mail, kind, now())
        for (let times = account.twice ? 2 : 1; times > 0; times--) publish(event)
      }
      // Also for suppressed addresses: SES counts those mails as sent.
      publishEvent('send')
      if (fate === 'delivery') return { isDelivered: true }
      if (fate === 'bounce' && !isSimulated) suppressed.put(address, { address, reason: 'BOUNCE' })
      if (fate === 'complaint' && !isSimulated) suppressed.put(address, { address, reason: 'COMPLAINT' })
      publishEvent(fate)
      return { isDelivered: fate === 'complaint' || fate === 'automatic-reply' }
    },
    suppressed: () => suppressed.all(),
    unsuppress: (address: string) => suppressed.delete(address.toLowerCase()),
    /**
     * CloudWatch's account metrics, as rates. Suppressed and simulated mails do not count; SES itself counts over an undisclosed
     * number of mails.
     */
    reputation: () => {
      const sent = fates.all().length - count('suppressed') - count('reject')
      const share = (part: number) => (sent === 0 ? 0 : part / sent)
      return { 'Reputation.BounceRate': share(count('bounce')), 'Reputation.ComplaintRate': share(count('complaint')) }
    },
  }
}

const names: Readonly<Record<SesEventKind, readonly [detailType: string, eventType: string]>> = {
  send: ['Email Sent', 'Send'],
  bounce: ['Email Bounced', 'Bounce'],
  'soft-bounce': ['Email Bounced', 'Bounce'],
  'automatic-reply': ['Email Bounced', 'Bounce'],
  suppressed: ['Email Bounced', 'Bounce'],
  complaint: ['Email Complaint Received', 'Complaint'],
  reject: ['Email Rejected', 'Reject'],
}

function toSesEvent(mail: TakenMail, kind: SesEventKind, at: Date) {
  const [detailType, eventType] = names[kind]
  const timestamp = at.toISOString()
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source: 'aws.ses',
    account: '000000000000',
    time: timestamp.replace(/\.\d+Z$/, 'Z'),
    region: 'eu-west-1',
    resources: [`arn:aws:ses:eu-west-1:000000000000:configuration-set/${mail.configurationSet}`],
    detail: {
      eventType,
      mail: {
        timestamp: mail.sentAt,
        source: mail.from,
        sendingAccountId: '000000000000',
        messageId: mail.id,
        destination: [...mail.to],
        headersTruncated: false,
        commonHeaders: { from: [mail.from], to: [...mail.to], messageId: mail.id, subject: mail.subject },
        // Every tag has a list of values, including SES's own tags.
        tags: Object.fromEntries(
          Object.entries({ ...mail.tags, 'ses:configuration-set': mail.configurationSet ?? '' }).map(
            ([name, value]) => [name, [value]],
          ),
        ),
      },
      ...(kind === 'send' ? { send: {} } : detailsOf(mail, kind, timestamp)),
    },
  }
}

const bounces = {
  bounce: { bounceType: 'Permanent', bounceSubType: 'General', status: '5.1.1', code: 'smtp; 550 5.1.1 user unknown' },
  'soft-bounce': {
    bounceType: 'Transient',
    bounceSubType: 'MailboxFull',
    status: '4.2.2',
    code: 'smtp; 452 4.2.2 mailbox full',
  },
  // The reply is no delivery status notification, which the other fields would be from.
  'automatic-reply': { bounceType: 'Transient', bounceSubType: 'General' },
  suppressed: {
    bounceType: 'Permanent',
    bounceSubType: 'OnAccountSuppressionList',
    status: '5.1.1',
    code: 'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
  },
} as const

function detailsOf({ to }: TakenMail, fate: Feedback, timestamp: string): object {
  const feedbackId = randomUUID()
  if (fate === 'reject') return { reject: { reason: 'Bad content' } }
  if (fate === 'complaint') {
    const complainedRecipients = to.map((emailAddress) => ({ emailAddress }))
    return {
      complaint: {
        feedbackId,
        complaintSubType: null,
        complainedRecipients,
        timestamp,
        complaintFeedbackType: 'abuse',
      },
    }
  }
  const { bounceType, bounceSubType, ...notification } = bounces[fate]
  const bouncedRecipients = to.map((emailAddress) => ({
    emailAddress,
    ...('status' in notification && {
      action: 'failed',
      status: notification.status,
      diagnosticCode: notification.code,
    }),
  }))
  return { bounce: { feedbackId, bounceType, bounceSubType, bouncedRecipients, timestamp } }
}
