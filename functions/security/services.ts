import { environment } from '#platform/environment'
import { liveServices, type Services } from '#platform/services'
import { type Cloud, liveCloud } from './cloud.ts'

export interface SecurityServices extends Services {
  readonly cloud: Cloud
}

export const liveSecurityServices = (): SecurityServices => {
  const env = environment(['TABLE_NAME', 'USER_POOL_ID', 'FILES_BUCKET'])
  const names = { userPoolId: env.USER_POOL_ID, table: env.TABLE_NAME, filesBucket: env.FILES_BUCKET }
  return { ...liveServices(), cloud: liveCloud(names) }
}
