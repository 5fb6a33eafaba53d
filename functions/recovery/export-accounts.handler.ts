import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { openDatabase } from '#data/database'
import { openServiceClient } from '#data/service-clients'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { serveSchedule } from '#platform/serve-event'
import { exportUsers, type UserExportServices } from './export-accounts.ts'
import { createExportBucket } from './export-bucket.ts'
import { listPoolUsers } from './pool-users.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): UserExportServices => {
  const { TABLE_NAME, RECOVERY_BUCKET, USER_POOL_ID } = readEnvironment([
    'TABLE_NAME',
    'RECOVERY_BUCKET',
    'USER_POOL_ID',
  ])
  const cognito = openServiceClient(CognitoIdentityProviderClient, 'userPool')
  return {
    ...createExportBucket(RECOVERY_BUCKET),
    userPoolId: USER_POOL_ID,
    data: openDatabase(createTableConnection(TABLE_NAME)),
    now: () => new Date(),
    listUsers: (token) => listPoolUsers(USER_POOL_ID, token, cognito),
  }
}

export const createLambdaHandler = (openServices: () => UserExportServices) => {
  let services: UserExportServices | undefined
  return serveSchedule(
    tableAccess['export-accounts'],
    'recovery/export-accounts',
    async (_event?: unknown, run?: JobRun): Promise<{ exported: number }> => {
      services ??= openServices()
      return { exported: await exportUsers(services, run) }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
