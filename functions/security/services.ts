import { readEnvironment } from '#platform/environment'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { createLiveServices, type ActionServices } from '#platform/services'
import type { AwsConfigurationReader } from './aws-configuration.ts'

export interface SecurityServices extends ActionServices {
  readonly cloud: AwsConfigurationReader
}

export const createSecurityServices = (): SecurityServices => {
  const env = readEnvironment(['TABLE_NAME', 'USER_POOL_ID', 'FILES_BUCKET'])
  const names = { userPoolId: env.USER_POOL_ID, table: env.TABLE_NAME, filesBucket: env.FILES_BUCKET }
  const cloud = loadOnFirstUse(async () => {
    const { createAwsConfigurationReader } = await import('./aws-configuration.ts')
    return createAwsConfigurationReader(names)
  })
  return { ...createLiveServices(), cloud }
}
