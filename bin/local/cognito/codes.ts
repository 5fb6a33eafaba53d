import { randomInt } from 'node:crypto'
import type { CodeDeliveryDetailsType } from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError } from '../json-protocol.ts'
import type { Store } from '../store.ts'
import type { Attempts } from './attempts.ts'
import { eventAttributes, type Fire } from './triggers.ts'
import type { User } from './users.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly html: string
}
export type Deliver = (mail: Mail) => Promise<void>

/** A user has at most one valid code per purpose. */
export type Purpose = 'sign-up' | 'reset' | 'attribute'

const HOUR_MS = 3_600_000
const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
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
  readonly purpose: Purpose
  readonly source: string
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined
}

interface Parts {
  readonly now: () => number
  readonly attempts: Attempts
  readonly fire: Fire
  readonly deliver: Deliver
}

export type Codes = ReturnType<typeof openCodes>

export function openCodes(store: Store, { now, attempts, fire, deliver }: Parts) {
  const codes = store.collection<{ code: string; expiresAt: number }>('cognito-codes')

  const mail = async (user: User, message: Message): Promise<CodeDeliveryDetailsType> => {
    const to = user.attributes['email'] ?? ''
    const { subject, html } = await wording(fire, user, message)
    const fill = (text: string): string => text.replaceAll('{####}', message.code).replaceAll('{username}', to)
    try {
      await deliver({ to, subject: fill(subject), html: fill(html) })
    } catch (error) {
      throw new ServiceError('CodeDeliveryFailureException', `Failed to send email: ${String(error)}`)
    }
    return deliveryTo(to)
  }

  return {
    mail,

    /**
     * Also counts unknown names.
     * @throws ServiceError LimitExceededException
     */
    countRequest(name: string): void {
      attempts.requireBelow(`mail:${name.toLowerCase()}`, MAILS_PER_HOUR)
      attempts.use(`mail:${name.toLowerCase()}`)
    },

    /** Replaces an earlier code of the same purpose. */
    async send(user: User, { purpose, ...order }: Order): Promise<CodeDeliveryDetailsType> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      codes.put(`${purpose}:${user.username}`, { code, expiresAt: now() + LIFETIME_MS[purpose] })
      return mail(user, { ...order, code })
    },

    /** @throws ServiceError ExpiredCodeException, CodeMismatchException, LimitExceededException */
    check(user: User, purpose: Purpose, given: unknown): void {
      const key = `${purpose}:${user.username}`
      attempts.requireBelow(key, WRONG_CODES_PER_HOUR)
      const kept = codes.get(key)
      if (!kept || kept.expiresAt <= now()) throw expired()
      if (kept.code === given) return
      attempts.use(key)
      throw new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.')
    },

    spend(user: User, purpose: Purpose): void {
      codes.delete(`${purpose}:${user.username}`)
    },
  }
}

export function expired(): ServiceError {
  return new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
}

/** Hides all but the first letters of the address. */
export function deliveryTo(address: string): CodeDeliveryDetailsType {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination }
}

async function wording(fire: Fire, user: User, message: Message): Promise<{ subject: string; html: string }> {
  const invitation = message.source === 'CustomMessage_AdminCreateUser'
  const worded = await fire<{ emailMessage?: string | null; emailSubject?: string | null }>({
    name: 'customMessage',
    source: message.source,
    userName: user.username,
    request: {
      userAttributes: eventAttributes(user),
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: invitation ? '{username}' : null,
      ...(message.clientMetadata && { clientMetadata: message.clientMetadata }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  })
  const plain = invitation
    ? { subject: 'Your temporary password', html: 'Your username is {username} and temporary password is {####}.' }
    : { subject: 'Your verification code', html: 'Your confirmation code is {####}' }
  const placeholders = invitation ? ['{####}', '{username}'] : ['{####}']
  const html = worded.emailMessage
  // Cognito sends its own words when the trigger's message lacks a placeholder.
  if (!html || !placeholders.every((placeholder) => html.includes(placeholder))) return plain
  return { subject: worded.emailSubject ?? plain.subject, html }
}
