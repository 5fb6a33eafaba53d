import { readEnvironment } from '#platform/environment'
import { type CognitoIdentities, createCognitoIdentities } from '#platform/cognito-identities'
import { createLiveServices, type ActionServices } from '#platform/services'
import { type ExportFileStorage, createExportFileStorage } from './export-files.ts'

export interface PrivacyServices extends ActionServices {
  readonly identities: CognitoIdentities
  readonly exportFiles: ExportFileStorage
  readonly practiceMail: string
}

export const createPrivacyServices = (): PrivacyServices => {
  const { USER_POOL_ID, FILES_BUCKET, PRACTICE_MAIL } = readEnvironment([
    'USER_POOL_ID',
    'FILES_BUCKET',
    'PRACTICE_MAIL',
  ])
  return {
    ...createLiveServices(),
    identities: createCognitoIdentities(USER_POOL_ID),
    exportFiles: createExportFileStorage(FILES_BUCKET),
    practiceMail: PRACTICE_MAIL,
  }
}
