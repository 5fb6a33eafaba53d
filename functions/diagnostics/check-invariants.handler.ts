import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveIdentities } from '#platform/identities'
import { liveBasics } from '#platform/services'
import type { InvariantServices } from './invariants.ts'
import { checkInvariants, type NightlyCheck } from './nights.ts'
import { tableAccess } from './table-access.ts'

export const open = (): InvariantServices => {
  const { TABLE_NAME, USER_POOL_ID } = environment(['TABLE_NAME', 'USER_POOL_ID'])
  return { ...liveBasics(TABLE_NAME), identities: liveIdentities(USER_POOL_ID) }
}

export const withServices = (openServices: () => InvariantServices) => {
  let services: InvariantServices | undefined
  return withAccess(tableAccess['check-invariants'], async (): Promise<NightlyCheck> => {
    services ??= openServices()
    return checkInvariants(services)
  })
}

export const handler = withServices(open)
