import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AuthorizeCall } from '../authorization/authorize-call.ts'
import { type JudgedMail, listSesActions } from '../authorization/ses-actions.ts'
import type { AwsSigningKey } from '../sigv4.ts'
import type { ServiceStandIn } from '../service-stand-in.ts'
import type { DocumentCollection, DocumentStore } from '../document-store.ts'
import { extractMailAddress, type ParsedMail, extractPlainText, parseMimeMail } from './message.ts'
import {
  getListParameter,
  requireSesParameter,
  sendSesError,
  sendSesResult,
  SesStandInError,
} from './query-protocol.ts'

/** `sentAt` is an ISO instant in UTC. */
export interface SentMail extends ParsedMail {
  readonly id: string
  readonly sentAt: string
}

export interface SesStandInOptions {
  readonly store: DocumentStore
  readonly now: () => Date
  /** Throws a `SignatureError` or another error with AWS' `code` and `status`. */
  readonly verifyIam?: (request: IncomingMessage, body: Buffer) => AwsSigningKey
  readonly authorizeCall?: AuthorizeCall | undefined
  /**
   * Addresses and domains of allowed senders.
   * @default - any
   */
  readonly verifiedSenders?: readonly string[]
}

/** SES version 1 (Query protocol). Nothing leaves this machine: sent mail is kept in the mailbox. */
export interface SesStandIn extends ServiceStandIn {
  /** Newest first. */
  readonly mailbox: () => SentMail[]
  /**
   * Adds a mail of another stand-in (Cognito's codes) to the mailbox.
   * @default text - the text of the HTML
   */
  readonly deliver: (mail: {
    to: string
    subject: string
    html: string
    text?: string
    from?: string
  }) => Promise<SentMail>
}

/** Throws when the caller may not: of a mail, or of an operation that sends none. */
type RequireLeave = (mail?: JudgedMail) => void
type Actions = Readonly<
  Record<string, (params: URLSearchParams, requireLeave: RequireLeave) => Promise<Record<string, string | number>>>
>

const recipientLimit = 50
const messageLimitBytes = 10 * 1024 * 1024
/** Quota of a new production account. */
const dailyLimit = 50_000
const dayMilliseconds = 24 * 60 * 60 * 1000

export function createSesStandIn(options: SesStandInOptions): SesStandIn {
  const { store, now, verifyIam, verifiedSenders, authorizeCall } = options
  const mails = store.collection<SentMail>('ses.mails')
  const accept = (
    message: ParsedMail,
    senders: readonly string[],
    requireLeave: RequireLeave,
    params: URLSearchParams,
  ): { MessageId: string } => {
    requireLeave(toJudgedMail(message, verifiedSenders, params.get('ConfigurationSetName') ?? undefined))
    for (const sender of senders) checkSender(sender, verifiedSenders)
    checkRecipients(message.to)
    return { MessageId: keep(mails, message, now()).id }
  }
  const actions: Actions = {
    SendRawEmail: async (params, requireLeave) => {
      const message = await rawMessage(params)
      // The envelope's sender must be verified, and so must the one the reader sees.
      return accept(message, [params.get('Source') ?? message.from, message.from], requireLeave, params)
    },
    SendEmail: async (params, requireLeave) => {
      const message = await composedMessage(params)
      return accept(message, [message.from], requireLeave, params)
    },
    GetSendQuota: async (_params, requireLeave) => {
      requireLeave()
      return quota(mails, now())
    },
  }
  return {
    answer: async (request, response) => {
      try {
        const body = await buffer(request)
        const key = verifyIam?.(request, body)
        const params = new URLSearchParams(body.toString('utf8'))
        const name = params.get('Action') ?? ''
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined
        if (!action)
          throw new SesStandInError('InvalidAction', `Could not find operation ${name} for version 2010-12-01`)
        const requireLeave: RequireLeave = (mail) =>
          authorizeCall?.require({ key, request }, () => listSesActions(name, mail, authorizeCall.policies.stack))
        sendSesResult(response, name, await action(params, requireLeave))
      } catch (error) {
        sendSesError(response, error)
      }
    },
    mailbox: () => mails.all().toReversed(),
    deliver: async ({ to, subject, html, text, from = '' }) => {
      const message = { to: [to], from, subject, html, text: text ?? (await extractPlainText(html)), attachments: [] }
      return keep(mails, message, now())
    },
  }
}

function keep(mails: DocumentCollection<SentMail>, message: ParsedMail, sentAt: Date): SentMail {
  const mail = { ...message, id: randomUUID(), sentAt: sentAt.toISOString() }
  mails.put(mail.id, mail)
  return mail
}

async function rawMessage(params: URLSearchParams): Promise<ParsedMail> {
  const raw = Buffer.from(requireSesParameter(params, 'RawMessage.Data'), 'base64')
  if (raw.length > messageLimitBytes) {
    throw new SesStandInError('InvalidParameterValue', `Message length is more than ${messageLimitBytes} bytes long`)
  }
  const message = await parseMimeMail(raw)
  const destinations = getListParameter(params, 'Destinations')
  if (message.from === '') throw new SesStandInError('InvalidParameterValue', "Missing required header 'From'.")
  return { ...message, to: destinations.length === 0 ? message.to : destinations.map(bare) }
}

async function composedMessage(params: URLSearchParams): Promise<ParsedMail> {
  const html = params.get('Message.Body.Html.Data') ?? ''
  const text = params.get('Message.Body.Text.Data')
  const kinds = ['ToAddresses', 'CcAddresses', 'BccAddresses']
  return {
    to: kinds.flatMap((kind) => getListParameter(params, `Destination.${kind}`)).map(bare),
    from: requireSesParameter(params, 'Source'),
    subject: requireSesParameter(params, 'Message.Subject.Data'),
    html,
    text: text ?? (await extractPlainText(html)),
    attachments: [],
  }
}

function bare(address: string): string {
  const found = extractMailAddress(address)
  if (found === undefined) throw new SesStandInError('InvalidParameterValue', `Illegal address: ${address}`)
  return found
}

/** An address that is verified by itself comes before its domain. */
function toJudgedMail(
  { from, to }: ParsedMail,
  verified: readonly string[] | undefined,
  configurationSet: string | undefined,
): JudgedMail {
  const address = bare(from)
  const domain = address.slice(address.indexOf('@') + 1)
  const identity = verified?.find((sender) => sender.toLowerCase() === address.toLowerCase()) ?? domain
  const displayName = from.includes('<') ? from.slice(0, from.indexOf('<')).trim() : ''
  return { from: address, displayName, recipients: to, identity, configurationSet }
}

function checkSender(from: string, verified: readonly string[] | undefined): void {
  const address = bare(from).toLowerCase()
  const domain = address.slice(address.indexOf('@') + 1)
  if (!verified || verified.some((sender) => [address, domain].includes(sender.toLowerCase()))) return
  throw new SesStandInError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${address}`,
  )
}

function checkRecipients(to: readonly string[]): void {
  if (to.length === 0) throw new SesStandInError('InvalidParameterValue', 'Missing final recipient')
  if (to.length > recipientLimit) {
    throw new SesStandInError('InvalidParameterValue', `Recipient count exceeds ${recipientLimit}.`)
  }
}

function quota(mails: DocumentCollection<SentMail>, now: Date): Record<string, number> {
  const since = new Date(now.getTime() - dayMilliseconds).toISOString()
  const sent = mails.all().filter((mail) => mail.sentAt > since)
  return {
    Max24HourSend: dailyLimit,
    MaxSendRate: 14,
    SentLast24Hours: sent.reduce((sum, { to }) => sum + to.length, 0),
  }
}
