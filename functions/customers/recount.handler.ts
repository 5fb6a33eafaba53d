import { withTableAccess } from '#data/enforce-table-access'
import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { recountUsersAndCustomers, type RecountResult } from './recount.ts'
import { tableAccess } from './table-access.ts'

type RecountServices = Pick<ActionServices, 'data' | 'now'>

export const createLambdaServices = (): RecountServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => RecountServices) => {
  let services: RecountServices | undefined
  return withTableAccess(tableAccess['recount'], async (_event?: unknown, run?: JobRun): Promise<RecountResult> => {
    services ??= openServices()
    return recountUsersAndCustomers(services, run)
  })
}

export const handler = createLambdaHandler(createLambdaServices)
