import type * as functionsModule from './amplify-functions.ts'
import { emitAuthEvent, isAmplifyEvent } from './auth-events.ts'
import { stageConfig, type StageConfig } from './config.ts'
import { isSessionPersistent } from './session-storage.ts'

type AmplifyFunctions = typeof functionsModule

/** The path at which the Google sign-in window starts and ends. */
export const googleWindowPath = '/oauth-callback'
export const isGoogleWindow = () => window.location.pathname === googleWindowPath

let loaded: Promise<AmplifyFunctions> | undefined

const oauthOf = ({ oauthDomain }: StageConfig) => ({
  domain: oauthDomain,
  scopes: ['openid', 'email', 'profile'],
  redirectSignIn: [window.location.origin + googleWindowPath],
  redirectSignOut: [`${window.location.origin}/`],
  responseType: 'code' as const,
})

/**
 * Only the Google sign-in window configures OAuth. Any other window would end the running sign-in when it starts
 * Amplify, and would wait for it before it reads its own tokens.
 */
const resources = (config: StageConfig) => {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config
  const pool = { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) }
  return { Auth: { Cognito: isGoogleWindow() ? { ...pool, loginWith: { oauth: oauthOf(config) } } : pool } }
}

function choose(functions: AmplifyFunctions, keep: boolean): void {
  const { cognitoUserPoolsTokenProvider, defaultStorage, sessionStorage } = functions
  cognitoUserPoolsTokenProvider.setKeyValueStorage(keep ? defaultStorage : sessionStorage)
}

async function load(): Promise<AmplifyFunctions> {
  const [functions, config] = await Promise.all([import('./amplify-functions.ts'), stageConfig()])
  const { Amplify, cognitoUserPoolsTokenProvider: tokenProvider, Hub } = functions
  // The storage is chosen before `configure`, which would otherwise read tokens from the wrong one.
  choose(functions, isSessionPersistent())
  tokenProvider.setAuthConfig(resources(config).Auth)
  Amplify.configure(resources(config), { Auth: { tokenProvider } })
  Hub.listen('auth', ({ payload: { event } }) => {
    if (isAmplifyEvent(event)) emitAuthEvent(event)
  })
  return functions
}

/** Downloads and configures Amplify on first use; anonymous visitors never download it. */
export function amplify(): Promise<AmplifyFunctions> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Where the next sign-in stores its tokens: in localStorage (`true`) or in this window only (`false`). */
export async function keepSession(keep: boolean): Promise<void> {
  choose(await amplify(), keep)
}
