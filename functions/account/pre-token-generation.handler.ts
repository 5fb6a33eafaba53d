import { createHash } from 'node:crypto'
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda'
import { clientMetadata } from '#contract/client-metadata'
import { conditionFailed } from '#data/data'
import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { userIdOf } from '#platform/profile'
import { liveBasics, type Services } from '#platform/services'
import type { User } from '#platform/user'

/** With this scope an access token alone can switch the second factor off. */
const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin'

interface PreTokenServices extends Pick<Services, 'data' | 'wallClock'> {
  readonly identities: (userPoolId: string) => Pick<Identities, 'find' | 'restoreSecondFactor'>
}

export const open = (): PreTokenServices => ({
  ...liveBasics(environment(['TABLE_NAME']).TABLE_NAME),
  identities: (userPoolId) => liveIdentities(userPoolId),
})

/**
 * The second wall in front of the administrators' endpoints; the first is the API, which reads the account on every
 * request. Without an enrolled TOTP, or when that cannot be found out, a token carries neither the group nor the scope
 * that API Gateway demands there. Nor does a token from a hosted (Google) sign-in.
 */
export const withServices = (openServices: () => PreTokenServices) => {
  let services: PreTokenServices | undefined
  return async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    services ??= openServices()
    const factor = await factorOf(event, services.identities(event.userPoolId), services)
    event.response = { claimsAndScopeOverrideDetails: rightsOf(event, factor) }
    return event
  }
}

export const handler = withServices(open)

interface Factor {
  /** Undefined when Cognito does not say. */
  readonly enrolled: boolean | undefined
  /** The factor has just been proven, in order to enrol another app in its place. */
  readonly replacing: boolean
}

async function factorOf(
  { userName: sub, request, triggerSource }: PreTokenGenerationV2TriggerEvent,
  identities: ReturnType<PreTokenServices['identities']>,
  services: PreTokenServices,
): Promise<Factor> {
  const [identity, user] = await Promise.all([
    orNothing(sub, () => identities.find(sub)),
    orNothing(sub, () => profileOf(sub, services.data)),
  ])
  const enrolled = identity?.hasTotp
  if (enrolled === false && user?.mfaEnabledAt) return refuseTampered(sub, identities)
  const key = request.clientMetadata?.[clientMetadata.replacement]
  const asks = enrolled === true && key !== undefined && triggerSource === 'TokenGeneration_RefreshTokens'
  const replacing = asks ? await orNothing(sub, () => spendReplacement(sub, key, services)) : false
  return { enrolled, replacing: replacing ?? false }
}

/** Uses up the key that the session was given when it proved its factor. True for the one refresh that brings it. */
async function spendReplacement(sub: string, key: string, { data, wallClock }: PreTokenServices): Promise<boolean> {
  const hash = createHash('sha256').update(key).digest('base64url')
  try {
    await data.users
      .patch({ userId: userIdOf(sub) })
      .remove(['mfaReplacementUntil', 'mfaReplacementHash'])
      .where(
        ({ mfaReplacementHash, mfaReplacementUntil }, { eq, gt }) =>
          `${eq(mfaReplacementHash, hash)} AND ${gt(mfaReplacementUntil, wallClock().toISOString())}`,
      )
      .go()
    return true
  } catch (error) {
    if (conditionFailed(error)) return false
    throw error
  }
}

function rightsOf({ request, triggerSource }: PreTokenGenerationV2TriggerEvent, { enrolled, replacing }: Factor) {
  const groups = request.groupConfiguration.groupsToOverride ?? []
  const hosted = triggerSource === 'TokenGeneration_HostedAuth'
  const administers = groups.includes('administrador') && enrolled === true && !hosted
  return {
    accessTokenGeneration: {
      scopesToAdd: ['app/use', ...(administers ? ['app/admin'] : [])],
      scopesToSuppress: enrolled === false || replacing ? [] : [SELF_SERVICE_SCOPE],
    },
    groupOverrideDetails: {
      groupsToOverride: groups.filter((group) => group !== 'administrador' || administers),
    },
  }
}

/**
 * A token from before the enrolment can still switch the second factor off at Cognito, where a bare password would then
 * pass for two factors. The factor is put back in force, and this sign-in has to be done again, with its code.
 */
async function refuseTampered(sub: string, identities: Pick<Identities, 'restoreSecondFactor'>): Promise<never> {
  await identities.restoreSecondFactor(sub)
  throw new Error('second-factor-restored')
}

const profileOf = async (sub: string, data: Services['data']): Promise<User | undefined> =>
  (await data.users.get({ userId: userIdOf(sub) }).go({ consistent: true })).data ?? undefined

/** What cannot be found out counts as not being so: nobody gets more than they would without it. */
async function orNothing<Found>(sub: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ sub, fault: (error as Error).stack })
    return undefined
  }
}
