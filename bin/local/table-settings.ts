import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTableEntities } from '../../functions/data/entities.ts'
import type { IsSecurityControlOn } from './security-controls.ts'

interface Described {
  readonly Table?: Readonly<Record<string, unknown>>
}

/** Adds settings of the deployed table that DynamoDB reports and the local server does not know. */
export function addDeployedTableSettings(
  described: Described,
  isOn: IsSecurityControlOn,
  isProtected = isOn('table-deletion'),
): Described {
  if (!described.Table) return described
  return {
    Table: {
      ...described.Table,
      DeletionProtectionEnabled: isProtected,
      // Without a customer managed key DynamoDB reports nothing.
      ...(isOn('table-key') && {
        SSEDescription: {
          Status: 'ENABLED',
          SSEType: 'KMS',
          KMSMasterKeyArn: 'arn:aws:kms:eu-west-1:000000000000:key/table',
        },
      }),
    },
  }
}

export const buildContinuousBackupsReply = (isOn: IsSecurityControlOn, now: Date) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: isOn('table-recovery')
      ? {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: 35,
          EarliestRestorableDateTime: Math.floor(now.getTime() / 1000) - 35 * 86_400,
          // According to AWS at most five minutes behind.
          LatestRestorableDateTime: Math.floor(now.getTime() / 1000) - 300,
        }
      : { PointInTimeRecoveryStatus: 'DISABLED' },
  },
})

type Layout = Readonly<Record<string, string>>

/** Only queried for the last day, so that items without these keys are soon too old to matter. */
const indexesOfOneDay: readonly string[] = ['byAlertPartition']

const listLastingIndexes = (indexes: object): object =>
  Object.fromEntries(Object.entries(indexes).filter(([name]) => !indexesOfOneDay.includes(name)))

export const hashEntityKeyDefinitions = (): Layout =>
  Object.fromEntries(
    Object.entries(createTableEntities({ table: '-' })).map(([kind, { schema }]) => [
      kind,
      createHash('sha256')
        .update(JSON.stringify([schema.model, listLastingIndexes(schema.indexes)]))
        .digest('hex'),
    ]),
  )

/**
 * Stores the key layout in the data folder. Items under older keys would not be found, so a folder with an older layout
 * is refused; additional kinds of item are allowed.
 * @throws Error
 */
export function requireUnchangedTableKeys(folder: string, layout: Layout = hashEntityKeyDefinitions()): void {
  const file = join(folder, 'table-layout.json')
  if (existsSync(join(folder, 'dynamodb.sqlite'))) {
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Layout) : undefined
    if (!kept || Object.entries(kept).some(([kind, keys]) => layout[kind] !== keys)) {
      throw new Error(
        `Los datos de ${folder} son de una versión anterior del producto, con otras claves. Empieza de nuevo con «npm start -- --fresh».`,
      )
    }
  }
  writeFileSync(file, JSON.stringify(layout, null, 2))
}
