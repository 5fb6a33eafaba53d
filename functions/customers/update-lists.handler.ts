import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import type { UpdateListsServices } from './list-entries.ts'
import { tableAccess } from './table-access.ts'
import { updateCustomerLists } from './update-lists.ts'

export const createLambdaServices = (): UpdateListsServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => UpdateListsServices) => {
  let services: UpdateListsServices | undefined
  return serveSchedule(
    tableAccess['update-lists'],
    'customers/update-lists',
    async (_event?: unknown, run?: JobRun): Promise<{ updated: number }> => {
      services ??= openServices()
      return updateCustomerLists(services, run)
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
