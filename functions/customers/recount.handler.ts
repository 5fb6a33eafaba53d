import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { recountUsersAndCustomers, type RecountResult } from './recount.ts'
import { tableAccess } from './table-access.ts'

type RecountServices = Pick<ActionServices, 'data' | 'now'>

export const createLambdaServices = (): RecountServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => RecountServices) => {
  let services: RecountServices | undefined
  return serveSchedule(
    tableAccess['recount'],
    'customers/recount',
    async (_event?: unknown, run?: JobRun): Promise<RecountResult> => {
      services ??= openServices()
      return recountUsersAndCustomers(services, run)
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
