import { randomInt } from 'node:crypto'
import type { CodeDeliveryDetailsType } from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError } from '../json-protocol.ts'
import type { DocumentStore } from '../document-store.ts'
import type { AttemptLimiter } from './attempts.ts'
import { toTriggerUserAttributes, type FireCognitoTrigger } from './triggers.ts'
import type { LocalCognitoUser } from './users.ts'

export interface CodeMail {
  readonly to: string
  readonly subject: string
  readonly html: string
}
export type PoolMailAccount = 'DEVELOPER' | 'COGNITO_DEFAULT'
export type DeliverCodeMail = (mail: CodeMail) => Promise<void>

/** A user has at most one valid code per purpose. */
export type CodePurpose = 'sign-up' | 'reset' | 'attribute'

const HOUR_MS = 3_600_000
const LIFETIME_MS: Readonly<Record<CodePurpose, number>> = {
  'sign-up': 24 * HOUR_MS,
  reset: HOUR_MS,
  attribute: 24 * HOUR_MS,
}
const WRONG_CODES_PER_HOUR = 5
const MAILS_PER_HOUR = 10

interface Message {
  readonly source: string
  /** Replaces `{####}` in the mail: a code or a temporary password. */
  readonly code: string
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined
}

interface Order {
  readonly purpose: CodePurpose
  readonly source: string
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined
}

interface Parts {
  readonly now: () => number
  readonly attempts: AttemptLimiter
  readonly fire: FireCognitoTrigger
  readonly deliver: DeliverCodeMail
  readonly mailAccount: PoolMailAccount
}

export type VerificationCodes = ReturnType<typeof openVerificationCodes>

export function openVerificationCodes(store: DocumentStore, { now, attempts, fire, deliver, mailAccount }: Parts) {
  const codes = store.collection<{ code: string; expiresAt: number }>('cognito-codes')

  const mail = async (user: LocalCognitoUser, message: Message): Promise<CodeDeliveryDetailsType> => {
    const to = user.attributes['email'] ?? ''
    const { subject, html } = await wording({ fire, mailAccount }, user, message)
    const fill = (text: string): string => text.replaceAll('{####}', message.code).replaceAll('{username}', to)
    try {
      await deliver({ to, subject: fill(subject), html: fill(html) })
    } catch (error) {
      throw new StandInServiceError('CodeDeliveryFailureException', `Failed to send email: ${String(error)}`)
    }
    return toCodeDeliveryDetails(to)
  }

  return {
    mail,

    /**
     * Also counts unknown names.
     * @throws StandInServiceError LimitExceededException
     */
    countRequest(name: string): void {
      attempts.requireBelow(`mail:${name.toLowerCase()}`, MAILS_PER_HOUR)
      attempts.use(`mail:${name.toLowerCase()}`)
    },

    /** Replaces an earlier code of the same purpose. */
    async send(user: LocalCognitoUser, { purpose, ...order }: Order): Promise<CodeDeliveryDetailsType> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      codes.put(`${purpose}:${user.username}`, { code, expiresAt: now() + LIFETIME_MS[purpose] })
      return mail(user, { ...order, code })
    },

    /** @throws StandInServiceError ExpiredCodeException, CodeMismatchException, LimitExceededException */
    check(user: LocalCognitoUser, purpose: CodePurpose, given: unknown): void {
      const key = `${purpose}:${user.username}`
      attempts.requireBelow(key, WRONG_CODES_PER_HOUR)
      const kept = codes.get(key)
      if (!kept || kept.expiresAt <= now()) throw createExpiredCodeError()
      if (kept.code === given) return
      attempts.use(key)
      throw new StandInServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.')
    },

    spend(user: LocalCognitoUser, purpose: CodePurpose): void {
      codes.delete(`${purpose}:${user.username}`)
    },
  }
}

export function createExpiredCodeError(): StandInServiceError {
  return new StandInServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
}

export function toCodeDeliveryDetails(address: string): CodeDeliveryDetailsType {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination }
}

async function wording(
  { fire, mailAccount }: Pick<Parts, 'fire' | 'mailAccount'>,
  user: LocalCognitoUser,
  message: Message,
): Promise<{ subject: string; html: string }> {
  const invitation = message.source === 'CustomMessage_AdminCreateUser'
  const worded = await fire<{ emailMessage?: string | null; emailSubject?: string | null }>({
    name: 'customMessage',
    source: message.source,
    userName: user.username,
    request: {
      userAttributes: toTriggerUserAttributes(user),
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: invitation ? '{username}' : null,
      ...(message.clientMetadata && { clientMetadata: message.clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  })
  if (mailAccount === 'COGNITO_DEFAULT' && (worded.emailMessage || worded.emailSubject)) {
    const reason = 'Cannot customize the email message or subject with the Cognito default email'
    throw new StandInServiceError('InvalidLambdaResponseException', reason)
  }
  const plain = invitation
    ? { subject: 'Your temporary password', html: 'Your username is {username} and temporary password is {####}.' }
    : { subject: 'Your verification code', html: 'Your confirmation code is {####}' }
  const placeholders = invitation ? ['{####}', '{username}'] : ['{####}']
  const html = worded.emailMessage
  // Cognito sends its default text if the trigger's message lacks a placeholder.
  if (!html || !placeholders.every((placeholder) => html.includes(placeholder))) return plain
  return { subject: worded.emailSubject ?? plain.subject, html }
}
