import { createHash } from 'node:crypto'
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { accessTokenScopes } from '#contract/access-token-scopes'
import { ORIGINAL_SUB_ATTRIBUTE, ORIGINAL_SUB_CLAIM } from '#contract/original-sub'
import { isConditionFailure } from '#data/database'
import { hasSessionEnded } from '#platform/actor'
import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, type CognitoUser, createCognitoUserAccess } from '#platform/cognito-user-access'
import { COGNITO_SELF_SERVICE_SCOPE } from './public/self-service.ts'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { type StoredUser, toEventUserId } from '#platform/user'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { serveEvent } from '#platform/serve-event'
import { tableAccess } from './table-access.ts'

interface PreTokenServices extends Pick<ActionServices, 'data' | 'wallClock'> {
  readonly identities: (userPoolId: string) => Pick<CognitoUserAccess, 'find' | 'restoreSecondFactor'>
}

export const createLambdaServices = (): PreTokenServices => ({
  ...createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => createCognitoUserAccess(userPoolId),
})

/**
 * Second barrier in front of the administrators' endpoints; the first is the API, which reads the account on every
 * request. Without an enrolled TOTP, when that cannot be determined, or after a hosted (Google) sign-in, a token
 * carries neither the group nor the scope that API Gateway demands there. Every token contains how its session signed
 * in; only one requested with an enrolment key can act at Cognito.
 */
export const createLambdaHandler = (openServices: () => PreTokenServices) => {
  let services: PreTokenServices | undefined
  return serveEvent(
    tableAccess['pre-token-generation'],
    async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
      services ??= openServices()
      requireOpenidOfHostedSignIn(event)
      const { identity, user } = await accountOf(event, services)
      const origin = originOf(event, identity)
      const enrols = await mayEnrol(event, user, services)
      event.response = {
        claimsAndScopeOverrideDetails: rightsOf(event, { enrolled: identity?.hasTotp === true, enrols, origin }),
      }
      return event
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

type Origin = 'password' | 'google'

/**
 * `openid` in a token proves Google's sign-in to the API, whatever this trigger adds.
 * @throws Error `openid-required`
 */
function requireOpenidOfHostedSignIn({ triggerSource, request }: PreTokenGenerationV2TriggerEvent): void {
  if (triggerSource === 'TokenGeneration_HostedAuth' && !request.scopes?.includes('openid'))
    throw new Error('openid-required')
}

/**
 * A refresh event does not contain how its session began, and its scopes are not documented. Only Google uses the
 * hosted page, so the session of an account without Google began with a password. Any other counts as Google's, which
 * permits less; the API knows the session from its first request.
 */
function originOf(
  { triggerSource, request }: PreTokenGenerationV2TriggerEvent,
  identity: CognitoUser | undefined,
): Origin {
  const given: readonly string[] = request.scopes ?? []
  if (given.includes('openid') || given.includes(accessTokenScopes.google)) return 'google'
  if (triggerSource !== 'TokenGeneration_RefreshTokens') return 'password'
  return identity && !isLinkedToGoogle(identity) ? 'password' : 'google'
}

const isLinkedToGoogle = ({ attributes: { identities = '[]' } }: CognitoUser): boolean => identities !== '[]'

async function accountOf(
  event: PreTokenGenerationV2TriggerEvent,
  { data, identities: identitiesOf }: PreTokenServices,
): Promise<{ readonly identity: CognitoUser | undefined; readonly user: StoredUser | undefined }> {
  const { userName: sub, userPoolId } = event
  const identities = identitiesOf(userPoolId)
  const [identity, user] = await Promise.all([
    undefinedOnFault(sub, () => identities.find(sub)),
    undefinedOnFault(sub, () => profileOf(toEventUserId(event), data)),
  ])
  if (identity?.hasTotp === false && user?.mfaEnabledAt) return refuseTampered(sub, identities)
  return { identity, user }
}

async function mayEnrol(
  { request, triggerSource, userName: sub }: PreTokenGenerationV2TriggerEvent,
  user: StoredUser | undefined,
  services: PreTokenServices,
): Promise<boolean> {
  const key = request.clientMetadata?.[cognitoMetadataKeys.enrolment]
  if (!user?.enrolmentSessionId || key === undefined || triggerSource !== 'TokenGeneration_RefreshTokens') return false
  const { userId, enrolmentSessionId: sessionId } = user
  const spent = await undefinedOnFault(sub, async () => {
    const { data: session } = await services.data.signInSessions.get({ userId, sessionId }).go()
    return session !== null && !hasSessionEnded(session, user) && (await consumeEnrolmentKey(userId, key, services))
  })
  return spent ?? false
}

async function consumeEnrolmentKey(
  userId: string,
  key: string,
  { data, wallClock }: PreTokenServices,
): Promise<boolean> {
  const hash = createHash('sha256').update(key).digest('base64url')
  try {
    await data.users
      .patch({ userId })
      .remove(['enrolmentKeyUntil', 'enrolmentKeyHash'])
      .where(
        ({ enrolmentKeyHash, enrolmentKeyUntil }, { eq, gt }) =>
          `${eq(enrolmentKeyHash, hash)} AND ${gt(enrolmentKeyUntil, wallClock().toISOString())}`,
      )
      .go()
    return true
  } catch (error) {
    if (isConditionFailure(error)) return false
    throw error
  }
}

interface Rights {
  readonly enrolled: boolean
  readonly enrols: boolean
  readonly origin: Origin
}

function rightsOf({ request }: PreTokenGenerationV2TriggerEvent, { enrolled, enrols, origin }: Rights) {
  const groups = request.groupConfiguration.groupsToOverride ?? []
  const administers = groups.includes('administrador') && enrolled && origin === 'password'
  const given = [
    accessTokenScopes.use,
    accessTokenScopes[origin],
    ...(administers ? [accessTokenScopes.admin] : []),
    // Added explicitly, because Google's sessions do not have it.
    ...(enrols ? [COGNITO_SELF_SERVICE_SCOPE] : []),
  ]
  const originalSub = request.userAttributes[ORIGINAL_SUB_ATTRIBUTE]
  return {
    accessTokenGeneration: {
      ...(originalSub && { claimsToAddOrOverride: { [ORIGINAL_SUB_CLAIM]: originalSub } }),
      scopesToAdd: given,
      scopesToSuppress: [...Object.values(accessTokenScopes), COGNITO_SELF_SERVICE_SCOPE].filter(
        (scope) => !given.includes(scope),
      ),
    },
    groupOverrideDetails: {
      groupsToOverride: groups.filter((group) => group !== 'administrador' || administers),
    },
  }
}

/**
 * A token that enrols can also switch the second factor off at Cognito, after which a bare password would pass for two
 * factors. The factor is restored and the sign-in must be repeated with its code.
 */
async function refuseTampered(sub: string, identities: Pick<CognitoUserAccess, 'restoreSecondFactor'>): Promise<never> {
  await identities.restoreSecondFactor(sub)
  throw new Error('second-factor-restored')
}

const profileOf = async (userId: string, data: ActionServices['data']): Promise<StoredUser | undefined> =>
  (await data.users.get({ userId }).go()).data ?? undefined

async function undefinedOnFault<Found>(
  sub: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    log.error('a token goes without rights', { sub, fault: formatErrorForLog(error) })
    return undefined
  }
}
