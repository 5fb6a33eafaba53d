import type * as functionsModule from './amplify-functions.ts'
import { announce, isAuthEvent } from './auth-events.ts'
import { stageConfig, type StageConfig } from './config.ts'
import { sessionIsKept } from './session-storage.ts'

type AmplifyFunctions = typeof functionsModule

let loaded: Promise<AmplifyFunctions> | undefined

const resources = ({ userPoolId, userPoolClientId, userPoolEndpoint }: StageConfig) => ({
  Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
})

function choose(functions: AmplifyFunctions, keep: boolean): void {
  const { cognitoUserPoolsTokenProvider, defaultStorage, sessionStorage } = functions
  cognitoUserPoolsTokenProvider.setKeyValueStorage(keep ? defaultStorage : sessionStorage)
}

async function load(): Promise<AmplifyFunctions> {
  const [functions, config] = await Promise.all([import('./amplify-functions.ts'), stageConfig()])
  const { Amplify, cognitoUserPoolsTokenProvider: tokenProvider, Hub } = functions
  // The storage is chosen before `configure`, which would otherwise read tokens from the wrong one.
  choose(functions, sessionIsKept())
  tokenProvider.setAuthConfig(resources(config).Auth)
  Amplify.configure(resources(config), { Auth: { tokenProvider } })
  Hub.listen('auth', ({ payload: { event } }) => {
    if (isAuthEvent(event)) announce(event)
  })
  return functions
}

/** Amplify, downloaded and configured at the first need; an anonymous visitor never needs it. */
export function amplify(): Promise<AmplifyFunctions> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Where the next sign-in keeps its tokens: with the browser (`true`) or with this window only (`false`). */
export async function keepSession(keep: boolean): Promise<void> {
  choose(await amplify(), keep)
}
