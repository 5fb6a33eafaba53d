import type * as functionsModule from './amplify-functions.ts'
import { emitAuthEvent, isAmplifyAuthEvent } from './auth-events.ts'
import { isSessionPersistent } from './session-storage.ts'
import type { StageConfig } from './stage-config.ts'

let pendingConfig: Promise<StageConfig> | undefined

async function fetchConfig(): Promise<StageConfig> {
  const [response, schema] = await Promise.all([fetch('/config.json'), import('./stage-config.ts')])
  return schema.StageConfig.parse(await response.json())
}

export function loadStageConfig(): Promise<StageConfig> {
  pendingConfig ??= fetchConfig().catch((error: unknown) => {
    pendingConfig = undefined
    throw error
  })
  return pendingConfig
}

type AmplifyFunctions = typeof functionsModule

export const OAUTH_CALLBACK_PATH = '/oauth-callback'
export const isGoogleSignInWindow = () => window.location.pathname === OAUTH_CALLBACK_PATH

let loaded: Promise<AmplifyFunctions> | undefined

const oauthOf = ({ oauthDomain }: StageConfig) => ({
  domain: oauthDomain,
  scopes: ['openid', 'email', 'profile'],
  redirectSignIn: [window.location.origin + OAUTH_CALLBACK_PATH],
  redirectSignOut: [`${window.location.origin}/`],
  responseType: 'code' as const,
})

/**
 * Only the Google sign-in window configures OAuth. Any other window would end the running sign-in when it starts
 * Amplify, and would wait for it before reading its own tokens.
 */
const resources = (config: StageConfig) => {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config
  const pool = { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) }
  return { Auth: { Cognito: isGoogleSignInWindow() ? { ...pool, loginWith: { oauth: oauthOf(config) } } : pool } }
}

function choose(functions: AmplifyFunctions, keep: boolean): void {
  const { cognitoUserPoolsTokenProvider, defaultStorage, sessionStorage } = functions
  cognitoUserPoolsTokenProvider.setKeyValueStorage(keep ? defaultStorage : sessionStorage)
}

async function load(): Promise<AmplifyFunctions> {
  const [functions, config] = await Promise.all([import('./amplify-functions.ts'), loadStageConfig()])
  const { Amplify, cognitoUserPoolsTokenProvider: tokenProvider, Hub } = functions
  // The storage is chosen before `configure`, which would otherwise read tokens from the wrong one.
  choose(functions, isSessionPersistent())
  tokenProvider.setAuthConfig(resources(config).Auth)
  Amplify.configure(resources(config), { Auth: { tokenProvider } })
  Hub.listen('auth', ({ payload: { event } }) => {
    if (isAmplifyAuthEvent(event)) emitAuthEvent(event)
  })
  return functions
}

export function loadAmplify(): Promise<AmplifyFunctions> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Where the next sign-in stores its tokens: in localStorage (`true`) or in this tab only (`false`). */
export async function setSessionPersistence(keep: boolean): Promise<void> {
  choose(await loadAmplify(), keep)
}
