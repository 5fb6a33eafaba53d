import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { cognitoMetadataKeys, PURCHASE_SIGN_UP_FLOW } from '#contract/cognito-metadata-keys'
import { toPracticeDay } from '#contract/calendar-days'
import { cleanPersonName, FullName } from '#contract/person-name'
import { MIN_ACCOUNT_AGE_YEARS, TERMS_VERSION } from '#contract/product'
import { hasReachedAge, cognitoSignUpAttributes } from '#contract/sign-up'
import { CalendarDay } from '#contract/value-schemas'
import { openServiceClient } from '#data/service-clients'
import type { TransactionEntities } from '#data/transact'
import { toEmailAddressId } from '#platform/email-address-id'
import { findPendingSignUp, isEmailProven, type PendingSignUp, recordAccountClaim } from './public/email-proof.ts'
import { appendAuditEntry } from '#platform/audit'
import { readEnvironment } from '#platform/environment'
import { queueMail } from '#platform/outbox'
import { tryConsumeNetworkRateLimit, tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { serveEvent } from '#platform/serve-event'
import { redeemCognitoCallTicket } from './public/cognito-call-ticket.ts'
import { type GoogleIdentity, linkGoogleToAccount } from './google-link.ts'
import { waitOutSecond } from './password-changed.ts'
import { tableAccess } from './table-access.ts'

const CLOCK_TOLERANCE_MINUTES = 15

interface PreSignUpServices {
  readonly wallClock: () => Date
  readonly link: (identity: GoogleIdentity, userPoolId: string) => Promise<void>
  readonly objectionTo: (ticketId: string | undefined, sub: string) => Promise<SignUpRefusalReason | undefined>
}

export const createLambdaServices = (): PreSignUpServices => {
  const basics = createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)
  const client = openServiceClient(CognitoIdentityProviderClient, 'userPool')
  return {
    wallClock: basics.wallClock,
    link: createGoogleLinker(client, { ...basics, pause: (ms) => setTimeout(ms) }),
    objectionTo: createSignUpCheck(basics),
  }
}

/**
 * Cognito calls no trigger of this kind for an identity that is linked, so the calls that it may make for one sign-in have
 * to write what follows between them: once, by ids that follow from the link.
 */
export const createGoogleLinker =
  (client: CognitoIdentityProviderClient, services: LinkServices) =>
  async (identity: GoogleIdentity, userPoolId: string): Promise<void> => {
    const { data } = services
    let revokedAt: string | undefined
    const { sub, userId, made, linkedAt } = await linkGoogleToAccount(identity, userPoolId, client, {
      isOwned: (account) => isEmailProven({ ...account, byGoogle: false }, data),
      noteClaim: async (account) => {
        revokedAt = await recordAccountClaim(account.sub, account.email, services)
      },
    })
    const once = linkedAt === undefined ? services : createServicesOfLink(`${userId} ${identity.subject}`, linkedAt)
    const notice = { kind: 'google-linked', name: identity.firstName, at: once.now().toISOString() } as const
    const pending = await findPendingSignUp(identity.email, data)
    await data.transact((entities) => ({
      pendingSignUp: proveOrDeleteSignUp(entities, identity.email, pending?.sub === sub ? pending : undefined),
      // Whoever had the account before should hear that there is another way into it.
      mail: !made && queueMail(entities, { to: identity.email.trim().toLowerCase(), content: notice }, once),
      audit: appendAuditEntry(
        entities,
        { action: 'GOOGLE_LINKED', by: userId, subjectId: userId, details: { made } },
        once,
      ),
    }))
    if (revokedAt) await waitOutSecond(revokedAt, services)
  }

interface LinkServices extends Pick<ActionServices, 'data' | 'now' | 'wallClock' | 'newId'> {
  readonly pause: (ms: number) => Promise<unknown>
}

/** Sessions that have ended are known from the item until the account has a profile. */
const proveOrDeleteSignUp = (entities: TransactionEntities, email: string, pending: PendingSignUp | undefined) =>
  pending?.revokedAt
    ? entities.pendingSignUps.put({ ...pending, state: 'proven', version: pending.version + 1 }).commit()
    : entities.pendingSignUps.delete({ addressId: toEmailAddressId(email) }).commit()

/** The same ids and the same moment in each call: the second transaction finds the entry of the first. */
function createServicesOfLink(link: string, linkedAt: string): Pick<ActionServices, 'now' | 'newId'> {
  const hash = createHash('sha256').update(`${link} ${linkedAt}`).digest('hex')
  return { now: () => new Date(linkedAt), newId: (prefix) => `${prefix}_${hash.slice(0, 32)}` }
}

/**
 * Repeats every check of the form, because the browser can call Cognito directly. The thrown text reaches the browser
 * inside Cognito's message.
 */
export const createLambdaHandler = (openServices: () => PreSignUpServices) => {
  let services: PreSignUpServices | undefined
  return serveEvent(
    tableAccess['pre-sign-up'],
    async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
      services ??= openServices()
      if (event.triggerSource === 'PreSignUp_ExternalProvider')
        await services.link(googleIdentityIn(event), event.userPoolId)
      if (event.triggerSource === 'PreSignUp_SignUp') {
        const ticket = event.request.clientMetadata?.[cognitoMetadataKeys.ticket]
        const reason =
          refusalReason(event.request, services.wallClock()) ?? (await services.objectionTo(ticket, event.userName))
        if (reason) throw new Error(reason)
      }
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

function googleIdentityIn({ userName, request }: PreSignUpTriggerEvent): GoogleIdentity {
  const { email = '', email_verified: verified, given_name: firstName, family_name: lastName } = request.userAttributes
  return {
    subject: userName.slice(userName.indexOf('_') + 1),
    email,
    emailVerified: verified === 'true',
    firstName: cleanPersonName(firstName),
    lastName: cleanPersonName(lastName),
  }
}

function refusalReason(
  { userAttributes: attributes, clientMetadata: metadata }: PreSignUpTriggerEvent['request'],
  now: Date,
): string | undefined {
  const { firstName, lastName, birthDate, termsAcceptedAt, termsVersion } = cognitoSignUpAttributes
  const name = { firstName: attributes[firstName], lastName: attributes[lastName] }
  if (!FullName.safeParse(name).success) return 'name-required'
  const acceptedAt = Date.parse(attributes[termsAcceptedAt] ?? '')
  const off = Math.abs(now.getTime() - acceptedAt)
  if (attributes[termsVersion] !== TERMS_VERSION || !(off < CLOCK_TOLERANCE_MINUTES * 60_000)) return 'terms-required'
  const born = attributes[birthDate]
  if (born === undefined)
    return metadata?.[cognitoMetadataKeys.flow] === PURCHASE_SIGN_UP_FLOW ? undefined : 'birth-date-required'
  return isPossibleBirthDate(born, now) ? undefined : 'too-young'
}

const isPossibleBirthDate = (born: string, now: Date): boolean =>
  CalendarDay.safeParse(born).success && hasReachedAge(born, MIN_ACCOUNT_AGE_YEARS, toPracticeDay(now))

const BY_PLACE: RateLimit = { name: 'sign-up-calls', tries: 20, minutes: 60 }
/** Our server always brings a ticket; all direct calls to Cognito share this one limit. */
const WITHOUT_TICKET: RateLimit = { name: 'sign-up-calls-without-ticket', tries: 5, minutes: 60 }

export type SignUpRefusalReason = 'too-many-attempts' | 'password-unchecked'

/** Triggers see no password: while strong ones are enforced, a sign-up that bypasses our server is refused. */
export const createSignUpCheck =
  (services: Pick<ActionServices, 'data' | 'wallClock' | 'securitySettings'>) =>
  async (ticketId: string | undefined, sub: string): Promise<SignUpRefusalReason | undefined> => {
    const { data, wallClock, securitySettings } = services
    const taken = await redeemCognitoCallTicket(ticketId, sub, services)
    // A repeated call counts again: the first may have ended before it counted.
    const admitted = taken
      ? await tryConsumeNetworkRateLimit(data, BY_PLACE, taken.caller.address, wallClock())
      : await tryConsumeRateLimit(data, WITHOUT_TICKET, 'everybody', wallClock())
    if (!admitted) return 'too-many-attempts'
    return !taken?.signsUp && (await securitySettings()).enforceStrongPasswords ? 'password-unchecked' : undefined
  }
