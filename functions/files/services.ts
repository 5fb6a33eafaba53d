import type { ClientFileStorage } from './public/client-file-storage.ts'
import { readEnvironment } from '#platform/environment'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface FileServices extends ActionServices {
  readonly clientFiles: ClientFileStorage
}

export const createFileServices = (): FileServices => {
  const { FILES_BUCKET } = readEnvironment(['FILES_BUCKET'])
  return {
    ...createLiveServices(),
    clientFiles: loadOnFirstUse(async () => {
      const { createClientFileStorage } = await import('./public/client-file-storage.ts')
      return createClientFileStorage(FILES_BUCKET)
    }),
  }
}
