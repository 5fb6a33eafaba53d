import { randomUUID } from 'node:crypto'
import type { DocumentCollection, DocumentStore } from '../document-store.ts'
import { checkSending, countForQuota, demoSesAccount, sendingLimits, type SesAccountSettings } from './account.ts'
import { createMailFeedback, type SesEvent } from './feedback.ts'
import type { ParsedMail } from './message.ts'
import { SesStandInError } from './query-protocol.ts'

/** `sentAt` is an ISO instant in UTC. */
export interface SentMail extends ParsedMail {
  readonly id: string
  readonly sentAt: string
}

export interface SendingOptions {
  readonly store: DocumentStore
  readonly now: () => Date
  /**
   * Allowed sender addresses and domains.
   * @default - any
   */
  readonly verifiedSenders?: readonly string[]
  /**
   * The only configuration set; it publishes sends, bounces, complaints and rejections.
   * @default - none, and a mail that names one is refused
   */
  readonly configurationSet?: string
  /** @default - events are dropped */
  readonly publish?: (event: SesEvent) => void
}

interface Publishing {
  readonly configurationSet: string | undefined
  readonly tags?: Readonly<Record<string, string>>
}

const DAY_MS = 24 * 60 * 60 * 1000
const RECIPIENTS = 50

export function openSending({
  store,
  now,
  verifiedSenders,
  configurationSet,
  publish = () => undefined,
}: SendingOptions) {
  const mails = store.collection<SentMail>('ses.mails')
  const sends = store.collection<{ at: string; recipients: number }>('ses.sends')
  const { settle, ...feedback } = createMailFeedback({ store, now, publish })
  let account = demoSesAccount
  let takenAt: readonly number[] = []
  const take = (message: ParsedMail, publishing: Publishing): SentMail => {
    checkRecipients(message.to)
    checkSending(account, {
      recipients: message.to,
      sentLastDay: countLastDay(sends, now()),
      takenAt,
      verified: verifiedSenders,
    })
    takenAt = [...takenAt.filter((at) => at > Date.now() - 1000), ...message.to.map(() => Date.now())]
    const mail = { ...message, id: randomUUID(), sentAt: now().toISOString() }
    sends.put(mail.id, { at: mail.sentAt, recipients: countForQuota(mail.to) })
    if (settle({ ...mail, tags: {}, ...publishing }, account).isDelivered) mails.put(mail.id, mail)
    return mail
  }
  return {
    take,
    publishing: (params: URLSearchParams): Publishing => {
      const named = params.get('ConfigurationSetName') ?? undefined
      if (named === undefined || named === configurationSet) return { configurationSet: named, tags: getTags(params) }
      throw new SesStandInError('ConfigurationSetDoesNotExist', `Configuration set <${named}> does not exist.`)
    },
    quota: () => ({ ...sendingLimits(account), SentLast24Hours: countLastDay(sends, now()) }),
    /** Newest first. */
    mailbox: () => mails.all().toReversed(),
    account: {
      get: (): SesAccountSettings => account,
      set: (changes: Partial<SesAccountSettings>) => void (account = { ...account, ...changes }),
    },
    feedback,
  }
}
export type Sending = ReturnType<typeof openSending>

function getTags(params: URLSearchParams): Record<string, string> {
  const tags: Record<string, string> = {}
  for (let at = 1; params.has(`Tags.member.${at}.Name`); at++) {
    const [name, value] = [params.get(`Tags.member.${at}.Name`) ?? '', params.get(`Tags.member.${at}.Value`) ?? '']
    if (![name, value].every((text) => /^[\w-]{1,256}$/.test(text))) {
      throw new SesStandInError('InvalidParameterValue', 'Tags may only contain ASCII letters, numbers, _ and -.')
    }
    tags[name] = value
  }
  return tags
}

function checkRecipients(to: readonly string[]): void {
  if (to.length === 0) throw new SesStandInError('InvalidParameterValue', 'Missing final recipient')
  if (to.length > RECIPIENTS) {
    throw new SesStandInError('InvalidParameterValue', `Recipient count exceeds ${RECIPIENTS}.`)
  }
}

function countLastDay(sends: DocumentCollection<{ at: string; recipients: number }>, now: Date): number {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  return sends
    .all()
    .filter(({ at }) => at > since)
    .reduce((sum, { recipients }) => sum + recipients, 0)
}
