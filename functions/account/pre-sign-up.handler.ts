import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { clientMetadata, purchaseFlow } from '#contract/client-metadata'
import { dayOf } from '#contract/days'
import { cleanName, FullName } from '#contract/person-name'
import { TERMS_VERSION } from '#contract/product'
import { hasAge, MINIMUM_AGE, signUpAttributes } from '#contract/sign-up'
import { Day } from '#contract/values'
import { withAccess } from '#data/table-scope'
import { addressIdOf } from '#platform/address-id'
import { isProven } from './public/address-proof.ts'
import { appendAudit } from '#platform/audit'
import { environment } from '#platform/environment'
import { queueMail } from '#platform/outbox'
import { userIdOf } from './public/profile.ts'
import { hasNetworkAttemptLeft, hasAttemptLeft, type RateLimit } from '#platform/rate-limit'
import { liveBasics, type Services } from '#platform/services'
import { redeemTicket } from './public/visit-ticket.ts'
import { type GoogleIdentity, linkGoogle } from './google-link.ts'
import { tableAccess } from './table-access.ts'

const CLOCK_TOLERANCE_MINUTES = 15

interface PreSignUpServices {
  readonly wallClock: () => Date
  readonly link: (identity: GoogleIdentity, userPoolId: string) => Promise<void>
  readonly objectionTo: (ticketId: string | undefined) => Promise<SignUpObjection | undefined>
}

export const open = (): PreSignUpServices => {
  const basics = liveBasics(environment(['TABLE_NAME']).TABLE_NAME)
  const client = new CognitoIdentityProviderClient({})
  return { wallClock: basics.wallClock, link: linkWith(client, basics), objectionTo: signUpObjectionWith(basics) }
}

export const linkWith =
  (client: CognitoIdentityProviderClient, services: Pick<Services, 'data' | 'now' | 'newId'>) =>
  async (identity: GoogleIdentity, userPoolId: string): Promise<void> => {
    const isOwned = (account: { sub: string; email: string }) =>
      isProven({ ...account, byGoogle: false }, services.data)
    const { sub, made } = await linkGoogle(identity, userPoolId, client, isOwned)
    const userId = userIdOf(sub)
    const notice = { kind: 'google-linked', name: identity.firstName, at: services.now().toISOString() } as const
    await services.data.transact((entities) => ({
      pendingSignUp: entities.pendingSignUps.delete({ addressId: addressIdOf(identity.email) }).commit(),
      // Whoever had the account before should hear that there is another way into it.
      mail: !made && queueMail(entities, { to: identity.email.trim().toLowerCase(), content: notice }, services),
      audit: appendAudit(
        entities,
        { action: 'GOOGLE_LINKED', by: userId, subjectId: userId, details: { made } },
        services,
      ),
    }))
  }

/**
 * Decides whether an account may be created. Repeats every check of the form, because the browser can call Cognito
 * directly. The thrown text reaches the browser inside Cognito's message.
 */
export const withServices = (openServices: () => PreSignUpServices) => {
  let services: PreSignUpServices | undefined
  return withAccess(
    tableAccess['pre-sign-up'],
    async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
      services ??= openServices()
      if (event.triggerSource === 'PreSignUp_ExternalProvider')
        await services.link(googleIdentityIn(event), event.userPoolId)
      if (event.triggerSource === 'PreSignUp_SignUp') {
        const ticket = event.request.clientMetadata?.[clientMetadata.ticket]
        const reason = refusalReason(event.request, services.wallClock()) ?? (await services.objectionTo(ticket))
        if (reason) throw new Error(reason)
      }
      return event
    },
  )
}

export const handler = withServices(open)

/** Cognito names a Google user `google_` or `Google_` plus Google's id. */
function googleIdentityIn({ userName, request }: PreSignUpTriggerEvent): GoogleIdentity {
  const { email = '', email_verified: verified, given_name: firstName, family_name: lastName } = request.userAttributes
  return {
    subject: userName.slice(userName.indexOf('_') + 1),
    email,
    emailVerified: verified === 'true',
    firstName: cleanName(firstName),
    lastName: cleanName(lastName),
  }
}

function refusalReason(
  { userAttributes: attributes, clientMetadata: metadata }: PreSignUpTriggerEvent['request'],
  now: Date,
): string | undefined {
  const { firstName, lastName, birthDate, termsAcceptedAt, termsVersion } = signUpAttributes
  const name = { firstName: attributes[firstName], lastName: attributes[lastName] }
  if (!FullName.safeParse(name).success) return 'name-required'
  const acceptedAt = Date.parse(attributes[termsAcceptedAt] ?? '')
  const off = Math.abs(now.getTime() - acceptedAt)
  if (attributes[termsVersion] !== TERMS_VERSION || !(off < CLOCK_TOLERANCE_MINUTES * 60_000)) return 'terms-required'
  const born = attributes[birthDate]
  if (born === undefined) return metadata?.[clientMetadata.flow] === purchaseFlow ? undefined : 'birth-date-required'
  return isPossibleBirthDate(born, now) ? undefined : 'too-young'
}

const isPossibleBirthDate = (born: string, now: Date): boolean =>
  Day.safeParse(born).success && hasAge(born, MINIMUM_AGE, dayOf(now))

const BY_PLACE: RateLimit = { name: 'sign-up-calls', tries: 20, minutes: 60 }
/** Our server always brings a ticket; all direct calls to Cognito share this one limit. */
const WITHOUT_TICKET: RateLimit = { name: 'sign-up-calls-without-ticket', tries: 5, minutes: 60 }

export type SignUpObjection = 'too-many-attempts' | 'password-unchecked'

/**
 * Refuses too many sign-ups from the origin on the ticket and, where strong passwords are enforced, a password our
 * server has not checked. Cognito shows a trigger no password, so a sign-up that bypasses our server is refused.
 */
export const signUpObjectionWith =
  (services: Pick<Services, 'data' | 'wallClock' | 'securitySettings'>) =>
  async (ticketId: string | undefined): Promise<SignUpObjection | undefined> => {
    const { data, wallClock, securitySettings } = services
    const taken = await redeemTicket(ticketId, services)
    const admitted = taken
      ? await hasNetworkAttemptLeft(data, BY_PLACE, taken.address, wallClock())
      : await hasAttemptLeft(data, WITHOUT_TICKET, 'everybody', wallClock())
    if (!admitted) return 'too-many-attempts'
    return !taken?.signsUp && (await securitySettings()).enforceStrongPasswords ? 'password-unchecked' : undefined
  }
