import { withTableAccess } from '#data/enforce-table-access'
import { readEnvironment } from '#platform/environment'
import { createCognitoIdentities } from '#platform/cognito-identities'
import { createLiveNonApiServices } from '#platform/services'
import type { InvariantCheckServices } from './invariants.ts'
import { runNightlyInvariantCheck, type NightlyInvariantCheck } from './nightly-invariants.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): InvariantCheckServices => {
  const { TABLE_NAME, USER_POOL_ID } = readEnvironment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...createLiveNonApiServices(TABLE_NAME), identities: createCognitoIdentities(USER_POOL_ID) }
}

export const createLambdaHandler = (openServices: () => InvariantCheckServices) => {
  let services: InvariantCheckServices | undefined
  return withTableAccess(tableAccess['check-invariants'], async (): Promise<NightlyInvariantCheck> => {
    services ??= openServices()
    return runNightlyInvariantCheck(services)
  })
}

export const handler = createLambdaHandler(createLambdaServices)
