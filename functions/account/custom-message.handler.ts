import type { CustomMessageTriggerEvent } from 'aws-lambda'
import { TOO_MANY_MAILS_ERROR } from '#contract/cognito-metadata-keys'
import { buildMailedLink } from '#contract/mailed-links'
import { consumeAddressMailLimit, consumeSignUpMailLimit } from './public/address-mails.ts'
import { createEmailProofToken } from './public/email-proof.ts'
import { readEnvironment } from '#platform/environment'
import { formatEmailGreeting, type ComposedEmail, renderEmailHtml } from '../mail/public/composed-email.ts'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { serveEvent } from '#platform/serve-event'
import { toUserId } from '#platform/user'
import {
  composeVerificationEmail,
  buildVerificationUrl,
  findVerificationEmailPurpose,
} from '../mail/public/verification-email.ts'
import { composeCodeEmail, composeInvitationEmail, composePasswordResetEmail } from './pool-emails.ts'
import { createInvitationToken, createPasswordResetToken } from './reset-link.ts'
import { isEmailChangeMessage, refuseEmailChange } from './email-change.ts'
import { tableAccess } from './table-access.ts'

interface CustomMessageServices extends Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'> {
  readonly siteUrl: string
  /** False when Cognito itself sends the mails: it then refuses a trigger's text, and with it the sign-up. */
  readonly wordsMails: boolean
}

export const createLambdaServices = (): CustomMessageServices => {
  const { SITE_URL, TABLE_NAME, POOL_MAIL_ACCOUNT } = readEnvironment(['SITE_URL', 'TABLE_NAME', 'POOL_MAIL_ACCOUNT'])
  return {
    ...createLiveNonApiServices(TABLE_NAME),
    siteUrl: SITE_URL,
    wordsMails: POOL_MAIL_ACCOUNT === 'DEVELOPER',
  }
}

export const createLambdaHandler = (openServices: () => CustomMessageServices) => {
  let services: CustomMessageServices | undefined
  return serveEvent(
    tableAccess['custom-message'],
    async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
      services ??= openServices()
      if (isEmailChangeMessage(event)) return refuseEmailChange(event, services)
      if (!services.wordsMails) return event
      await requireMailLeft(event, services)
      const email = await emailFor(event, services)
      event.response = {
        ...event.response,
        emailSubject: email.subject,
        emailMessage: renderEmailHtml(email, services.siteUrl),
      }
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

/** Mails that anybody can trigger for any address, hence limited. An invitation asked for again is counted before. */
const askedAgain = ['CustomMessage_ResendCode', 'CustomMessage_ForgotPassword']

/** @throws Error `too-many-mails`: throwing is a trigger's only way to prevent Cognito's mail */
async function requireMailLeft(
  { request, triggerSource, userName }: CustomMessageTriggerEvent,
  services: CustomMessageServices,
): Promise<void> {
  const attributes = request.userAttributes as Record<string, string>
  const { email = '' } = attributes
  const isLeft =
    triggerSource === 'CustomMessage_SignUp'
      ? await consumeSignUpMailLimit({ email, userId: toUserId({ sub: userName, attributes }) }, services)
      : !askedAgain.includes(triggerSource) || (await consumeAddressMailLimit(email, services))
  if (!isLeft) throw new Error(TOO_MANY_MAILS_ERROR)
}

async function emailFor(
  { request, triggerSource, userName }: CustomMessageTriggerEvent,
  services: CustomMessageServices,
): Promise<ComposedEmail> {
  const { siteUrl } = services
  const attributes = request.userAttributes as Record<string, string>
  const { email = '', email_verified: verified, given_name: name } = attributes
  const userId = toUserId({ sub: userName, attributes })
  // Before the address is proven, the name may be a stranger's text in somebody else's mail.
  const greeting = formatEmailGreeting(verified === 'true' ? name : undefined)
  const passwordLink = (link: string, more: { readonly type?: 'invite' } = {}) =>
    withCode(buildMailedLink(siteUrl, '/reset-password', { email, link, ...more }), request.codeParameter)
  switch (triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return composeVerificationEmail(
        await proofUrl(email, request.codeParameter, services),
        await findVerificationEmailPurpose(email, 'verify', services.data),
      )
    case 'CustomMessage_ForgotPassword':
      return {
        ...composePasswordResetEmail(passwordLink(await createPasswordResetToken(userId, services))),
        greeting,
      }
    case 'CustomMessage_AdminCreateUser':
      return {
        ...composeInvitationEmail(
          passwordLink(await createInvitationToken(userId, services), { type: 'invite' }),
          `${request.usernameParameter}`,
        ),
        greeting,
      }
    default:
      return { ...composeCodeEmail(request.codeParameter), greeting }
  }
}

/**
 * The link's own token proves the address: Cognito's code belongs to the account it was sent for and confirms it
 * whoever made it. The code is in the link only because Cognito sends no mail without it; our page ignores it.
 */
const proofUrl = async (email: string, code: string, services: CustomMessageServices): Promise<string> => {
  const proof = await createEmailProofToken(email, services)
  return withCode(buildVerificationUrl({ email, proof, siteUrl: services.siteUrl }), code)
}

/** Cognito replaces the literal placeholder, so it must not be percent-encoded. */
const withCode = (link: string, codeParameter: string): string => `${link}&code=${codeParameter}`
