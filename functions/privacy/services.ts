import { readEnvironment } from '#platform/environment'
import { type CognitoUserAccess, createCognitoUserAccess } from '#platform/cognito-user-access'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { createLiveServices, type ActionServices } from '#platform/services'
import type { ExportFileStorage } from './export-files.ts'

export interface PrivacyServices extends ActionServices {
  readonly identities: CognitoUserAccess
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
    identities: createCognitoUserAccess(USER_POOL_ID),
    exportFiles: loadOnFirstUse(async () => {
      const { createExportFileStorage } = await import('./export-files.ts')
      return createExportFileStorage(FILES_BUCKET)
    }),
    practiceMail: PRACTICE_MAIL,
  }
}
