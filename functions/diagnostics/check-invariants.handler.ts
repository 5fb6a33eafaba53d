import { readEnvironment } from '#platform/environment'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import type { InvariantCheckServices } from './invariant-check.ts'
import { runNightlyInvariantCheck, type NightlyInvariantCheckResult } from './nightly-invariants.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): InvariantCheckServices => {
  const { TABLE_NAME, USER_POOL_ID } = readEnvironment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...createLiveNonApiServices(TABLE_NAME), identities: createCognitoUserAccess(USER_POOL_ID) }
}

export const createLambdaHandler = (openServices: () => InvariantCheckServices) => {
  let services: InvariantCheckServices | undefined
  return serveSchedule(
    tableAccess['check-invariants'],
    'diagnostics/check-invariants',
    async (): Promise<NightlyInvariantCheckResult> => {
      services ??= openServices()
      return runNightlyInvariantCheck(services)
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
