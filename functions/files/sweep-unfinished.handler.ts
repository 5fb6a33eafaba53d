import { LOWEST_SORT_KEY } from '#data/pagination'
import { withTableAccess } from '#data/enforce-table-access'
import { createClientFileStorage } from './public/client-file-storage.ts'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { discardClientFile } from './discard.ts'
import type { FileServices } from './services.ts'
import { tableAccess } from './table-access.ts'

type SweepServices = Pick<FileServices, 'data' | 'now' | 'newId' | 'clientFiles'>

export const createLambdaServices = (): SweepServices => {
  const { TABLE_NAME, FILES_BUCKET } = readEnvironment(['TABLE_NAME', 'FILES_BUCKET'])
  return { ...createLiveNonApiServices(TABLE_NAME), clientFiles: createClientFileStorage(FILES_BUCKET) }
}

const ABANDONED_MS = 60 * 60_000

const MAX_PER_RUN = 100

export const createLambdaHandler = (openServices: () => SweepServices) => {
  let services: SweepServices | undefined
  return withTableAccess(tableAccess['sweep-unfinished'], async (): Promise<{ swept: number }> => {
    services ??= openServices()
    const { data, now } = services
    const before = new Date(now().getTime() - ABANDONED_MS).toISOString()
    const { data: abandoned } = await data.clientFiles.query
      .byStatus({ status: 'pending' })
      .between({ createdAt: LOWEST_SORT_KEY }, { createdAt: before })
      .go({ limit: MAX_PER_RUN })
    let swept = 0
    for (const { customerId, fileId } of abandoned) {
      // The index lags: what it calls unfinished may have been completed, or given up, this very moment.
      const { data: file } = await data.clientFiles.get({ customerId, fileId }).go()
      if (file?.status !== 'pending') continue
      await discardClientFile(file, undefined, services)
      swept += 1
    }
    return { swept }
  })
}

export const handler = createLambdaHandler(createLambdaServices)
