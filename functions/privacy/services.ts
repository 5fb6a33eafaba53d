import { environment } from '#platform/environment'
import { type Identities, liveIdentities } from '#platform/identities'
import { liveServices, type Services } from '#platform/services'
import { type ExportFiles, liveExportFiles } from './export-files.ts'

export interface PrivacyServices extends Services {
  readonly identities: Identities
  readonly exportFiles: ExportFiles
  readonly practiceMail: string
}

export const livePrivacyServices = (): PrivacyServices => {
  const { USER_POOL_ID, FILES_BUCKET, PRACTICE_MAIL } = environment(['USER_POOL_ID', 'FILES_BUCKET', 'PRACTICE_MAIL'])
  return {
    ...liveServices(),
    identities: liveIdentities(USER_POOL_ID),
    exportFiles: liveExportFiles(FILES_BUCKET),
    practiceMail: PRACTICE_MAIL,
  }
}
