import { type ClientFiles, liveClientFiles } from './public/client-files.ts'
import { environment } from '#platform/environment'
import { liveServices, type Services } from '#platform/services'

export interface FileServices extends Services {
  readonly clientFiles: ClientFiles
}

export const liveFileServices = (): FileServices => ({
  ...liveServices(),
  clientFiles: liveClientFiles(environment(['FILES_BUCKET']).FILES_BUCKET),
})
