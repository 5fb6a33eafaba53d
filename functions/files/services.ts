import { type ClientFileStorage, createClientFileStorage } from './public/client-file-storage.ts'
import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface FileServices extends ActionServices {
  readonly clientFiles: ClientFileStorage
}

export const createFileServices = (): FileServices => ({
  ...createLiveServices(),
  clientFiles: createClientFileStorage(readEnvironment(['FILES_BUCKET']).FILES_BUCKET),
})
