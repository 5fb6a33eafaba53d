import { withTableAccess } from '#data/enforce-table-access'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { recountUsersAndCustomers, type RecountResult } from './recount.ts'
import { tableAccess } from './table-access.ts'

type RecountServices = Pick<ActionServices, 'data' | 'now'>

export const createLambdaServices = (): RecountServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => RecountServices) => {
  let services: RecountServices | undefined
  return withTableAccess(tableAccess['recount'], async (): Promise<RecountResult> => {
    services ??= openServices()
    return recountUsersAndCustomers(services)
  })
}

export const handler = createLambdaHandler(createLambdaServices)
