import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { liveBasics, type Services } from '#platform/services'
import { recount, type Recount } from './recount.ts'
import { tableAccess } from './table-access.ts'

type RecountServices = Pick<Services, 'data' | 'now'>

export const open = (): RecountServices => liveBasics(environment(['TABLE_NAME']).TABLE_NAME)

export const withServices = (openServices: () => RecountServices) => {
  let services: RecountServices | undefined
  return withAccess(tableAccess['recount'], async (): Promise<Recount> => {
    services ??= openServices()
    return recount(services)
  })
}

export const handler = withServices(open)
