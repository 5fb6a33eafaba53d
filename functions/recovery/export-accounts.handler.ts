import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import { serveSchedule } from '#platform/serve-event'
import { exportUsers, type UserExportServices } from './export-accounts.ts'
import { listPoolUsers } from './pool-users.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): UserExportServices => {
  const { TABLE_NAME, RECOVERY_BUCKET, USER_POOL_ID } = readEnvironment([
    'TABLE_NAME',
    'RECOVERY_BUCKET',
    'USER_POOL_ID',
  ])
  const s3 = new S3Client({})
  const cognito = new CognitoIdentityProviderClient({})
  return {
    userPoolId: USER_POOL_ID,
    data: openDatabase(createTableConnection(TABLE_NAME)),
    now: () => new Date(),
    listUsers: () => listPoolUsers(USER_POOL_ID, cognito),
    put: async (key, text) => {
      const object = { Bucket: RECOVERY_BUCKET, Key: key, Body: text, ContentType: 'application/json' }
      await s3.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }))
    },
  }
}

/** Writes the pool's users and what stands of them in the table to the recovery bucket, for the loss of either. */
export const createLambdaHandler = (openServices: () => UserExportServices) => {
  let services: UserExportServices | undefined
  return serveSchedule(
    tableAccess['export-accounts'],
    'recovery/export-accounts',
    async (): Promise<{ exported: number }> => {
      services ??= openServices()
      return { exported: await exportUsers(services) }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
