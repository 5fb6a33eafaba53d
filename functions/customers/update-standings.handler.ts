import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { createLiveNonApiServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import type { UpdateStandingsServices } from './standing.ts'
import { tableAccess } from './table-access.ts'
import { updateChangedStandings } from './update-standings.ts'

export const createLambdaServices = (): UpdateStandingsServices =>
  createLiveNonApiServices(readEnvironment(['TABLE_NAME']).TABLE_NAME)

export const createLambdaHandler = (openServices: () => UpdateStandingsServices) => {
  let services: UpdateStandingsServices | undefined
  return serveSchedule(
    tableAccess['update-standings'],
    'customers/update-standings',
    async (_event?: unknown, run?: JobRun): Promise<{ updated: number }> => {
      services ??= openServices()
      return updateChangedStandings(services, run)
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
