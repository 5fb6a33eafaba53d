import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda'
import { type Identities, liveIdentities } from '#platform/identities'

/** With this scope an access token alone can switch the second factor off. */
const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin'

interface PreTokenServices {
  readonly identities: (userPoolId: string) => Pick<Identities, 'find'>
}

export const open = (): PreTokenServices => ({ identities: (userPoolId) => liveIdentities(userPoolId) })

/**
 * The second wall in front of the administrators' endpoints; the first is the API, which reads the account on every
 * request. Without an enrolled TOTP, or when that cannot be found out, a token carries neither the group nor the scope
 * that API Gateway demands there. Nor does a token from a hosted (Google) sign-in.
 */
export const withServices = (openServices: () => PreTokenServices) => {
  const { identities } = openServices()
  return async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    const groups = event.request.groupConfiguration.groupsToOverride ?? []
    const enrolled = await hasTotp(identities(event.userPoolId), event.userName)
    const hosted = event.triggerSource === 'TokenGeneration_HostedAuth'
    const administers = groups.includes('administrador') && enrolled && !hosted
    event.response = {
      claimsAndScopeOverrideDetails: {
        accessTokenGeneration: {
          scopesToAdd: ['app/use', ...(administers ? ['app/admin'] : [])],
          scopesToSuppress: enrolled ? [SELF_SERVICE_SCOPE] : [],
        },
        groupOverrideDetails: {
          groupsToOverride: groups.filter((group) => group !== 'administrador' || administers),
        },
      },
    }
    return event
  }
}

export const handler = withServices(open)

async function hasTotp(identities: Pick<Identities, 'find'>, sub: string): Promise<boolean> {
  try {
    return (await identities.find(sub))?.hasTotp ?? false
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.error({ sub, fault: (error as Error).stack })
    return false
  }
}
