import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AuthorizeCall } from '../authorization/authorize-call.ts'
import { type MailToAuthorize, listSesActions } from '../authorization/ses-actions.ts'
import type { AwsSigningKey } from '../sigv4.ts'
import type { ServiceStandIn } from '../service-stand-in.ts'
import { checkVerified, isVerified } from './account.ts'
import { extractMailAddress, type ParsedMail, extractPlainText, parseMimeMail } from './message.ts'
import {
  getListParameter,
  requireSesParameter,
  sendSesError,
  sendSesResult,
  SesStandInError,
} from './query-protocol.ts'
import { answerSuppressedAddress, readSuppressedAddress } from './suppression-list.ts'
import { openSending, type Sending, type SendingOptions, type SentMail } from './sending.ts'

export type { SentMail } from './sending.ts'

export interface SesStandInOptions extends SendingOptions {
  /** @throws SignatureError for an invalid IAM signature */
  readonly verifyIam?: (request: IncomingMessage, body: Buffer) => AwsSigningKey
  readonly authorizeCall?: AuthorizeCall | undefined
}

export interface SesStandIn extends ServiceStandIn, Pick<Sending, 'mailbox' | 'account' | 'feedback'> {
  /**
   * Sends a mail of another stand-in (Cognito's codes): the account's limits apply, permissions are not checked.
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

/** @throws if the caller lacks the permission; without `mail` for operations that send none */
type RequirePermission = (mail?: MailToAuthorize) => void
type Actions = Readonly<
  Record<
    string,
    (params: URLSearchParams, requirePermission: RequirePermission) => Promise<Record<string, string | number>>
  >
>

const messageLimitBytes = 10 * 1024 * 1024

export function createSesStandIn(options: SesStandInOptions): SesStandIn {
  const { verifyIam, verifiedSenders, authorizeCall, configurationSet } = options
  const { take, publishing, quota, ...sending } = openSending(options)
  const accept = (
    message: ParsedMail,
    senders: readonly string[],
    requirePermission: RequirePermission,
    params: URLSearchParams,
  ): { MessageId: string } => {
    requirePermission(toJudgedMail(message, verifiedSenders, params.get('ConfigurationSetName') ?? undefined))
    checkVerified(senders.map(bare).filter((address) => !isVerified(address, verifiedSenders)))
    return { MessageId: take(message, publishing(params)).id }
  }
  const actions: Actions = {
    SendRawEmail: async (params, requirePermission) => {
      const message = await rawMessage(params)
      // Both the envelope's sender and the From header must be verified.
      return accept(message, [params.get('Source') ?? message.from, message.from], requirePermission, params)
    },
    SendEmail: async (params, requirePermission) => {
      const message = await composedMessage(params)
      return accept(message, [message.from], requirePermission, params)
    },
    GetSendQuota: async (_params, requirePermission) => {
      requirePermission()
      return quota()
    },
  }
  const removeSuppressed = (address: string, request: IncomingMessage, body: Buffer): boolean => {
    const key = verifyIam?.(request, body)
    authorizeCall?.require({ key, request }, () =>
      listSesActions('DeleteSuppressedDestination', undefined, authorizeCall.policies.stack),
    )
    const { suppressed, unsuppress } = sending.feedback
    const isListed = suppressed().some((each) => each.address === address.toLowerCase())
    unsuppress(address)
    return isListed
  }
  return {
    answer: async (request, response) => {
      try {
        const body = await buffer(request)
        const address = readSuppressedAddress(request)
        if (address !== undefined)
          return answerSuppressedAddress(response, address, () => removeSuppressed(address, request, body))
        const key = verifyIam?.(request, body)
        const params = new URLSearchParams(body.toString('utf8'))
        const name = params.get('Action') ?? ''
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined
        if (!action)
          throw new SesStandInError('InvalidAction', `Could not find operation ${name} for version 2010-12-01`)
        const requirePermission: RequirePermission = (mail) =>
          authorizeCall?.require({ key, request }, () => listSesActions(name, mail, authorizeCall.policies.stack))
        sendSesResult(response, name, await action(params, requirePermission))
      } catch (error) {
        sendSesError(response, error)
      }
    },
    deliver: async ({ to, subject, html, text, from = '' }) => {
      const message = { to: [to], from, subject, html, text: text ?? (await extractPlainText(html)), attachments: [] }
      return take(message, { configurationSet })
    },
    ...sending,
  }
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

/** A verified address takes precedence over its domain. */
function toJudgedMail(
  { from, to }: ParsedMail,
  verified: readonly string[] | undefined,
  configurationSet: string | undefined,
): MailToAuthorize {
  const address = bare(from)
  const domain = address.slice(address.indexOf('@') + 1)
  const identity = verified?.find((sender) => sender.toLowerCase() === address.toLowerCase()) ?? domain
  const displayName = from.includes('<') ? from.slice(0, from.indexOf('<')).trim() : ''
  return { from: address, displayName, recipients: to, identity, configurationSet }
}
