import {
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  InvalidRestoreTimeException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { TTL_ATTRIBUTE } from '#data/table'
import { CommandError } from '../deploy/verdict.ts'
import {
  ERASURES_REAPPLIED_TAG,
  findTable,
  listTags,
  readRestorationTags,
  REPLACES_TAG,
  STREAM_OPENED_TAG,
  toRestoredTableName,
  waitForTable,
} from './stage-tables.ts'

export interface RestoredTable {
  readonly name: string
  readonly arn: string
  readonly streamLabel: string
}

interface Restoration {
  readonly source: string
  readonly inUse: string
  readonly at: Date
  readonly say: (text: string) => void
}

/**
 * Restores to a new table, and adds what AWS leaves out: stream, expiry, protection, tags. Point-in-time recovery is
 * enabled after the erasures are repeated.
 */
export async function restoreTable(
  client: DynamoDBClient,
  { source, inUse, at, say }: Restoration,
): Promise<RestoredTable> {
  const name = toRestoredTableName(source, at)
  const original = await findTable(client, source)
  if (!original) throw new CommandError(`No hay ninguna tabla ${source}.`)
  const existing = await findTable(client, name)
  if (existing) await requireSameRestoration(client, existing, inUse)
  else {
    await begin(client, { original, name, at })
    say(`Restaurando ${source} a como estaba el ${at.toISOString()}, en ${name}. Puede tardar horas…`)
  }
  await waitForTable(client, name)
  return addMissingSettings(client, original, name)
}

/** A table of that second that has been in use since, or might have been, is not what it was at that second. */
async function requireSameRestoration(
  client: DynamoDBClient,
  { TableName = '', TableArn = '' }: TableDescription,
  inUse: string,
): Promise<void> {
  if (TableName === inUse) return
  const { replaces } = await readRestorationTags(client, TableArn)
  if (replaces !== undefined && replaces !== inUse)
    throw new CommandError(
      `${TableName} es de una restauración anterior, la que sustituyó a ${replaces}: elige otro segundo, o bórrala antes con «remove-table ${TableName}».`,
    )
}

interface Beginning {
  readonly original: TableDescription
  readonly name: string
  readonly at: Date
}

async function begin(client: DynamoDBClient, { original, name, at }: Beginning): Promise<void> {
  const { TableName, TableArn = '', SSEDescription } = original
  try {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: TableName,
        TargetTableName: name,
        RestoreDateTime: at,
        BillingModeOverride: 'PAY_PER_REQUEST',
        // The functions' policies allow this key only.
        ...(SSEDescription?.KMSMasterKeyArn && {
          SSESpecificationOverride: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: SSEDescription.KMSMasterKeyArn },
        }),
      }),
    )
  } catch (error) {
    if (!(error instanceof InvalidRestoreTimeException)) throw error
    const { replaces } = await readRestorationTags(client, TableArn)
    throw new CommandError(
      replaces === undefined
        ? 'A ese momento no se puede volver: ha de estar en los últimos 35 días y quedar cinco minutos atrás.'
        : `Con ${TableName}, que es ella misma una tabla restaurada, solo se puede volver a un momento desde que está en uso, en los últimos 35 días y cinco minutos atrás. A uno anterior se vuelve con la tabla que sustituyó, mientras no se borre: «--from ${replaces}».`,
    )
  }
}

/** Only missing ones, so that a retry continues. */
async function addMissingSettings(
  client: DynamoDBClient,
  original: TableDescription,
  name: string,
): Promise<RestoredTable> {
  const table = { TableName: name }
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const
  let restored = await findTable(client, name)
  if (!restored?.LatestStreamArn) {
    const Tags = [{ Key: STREAM_OPENED_TAG, Value: new Date().toISOString() }]
    await client.send(new TagResourceCommand({ ResourceArn: restored?.TableArn, Tags }))
    await client.send(new UpdateTableCommand({ ...table, StreamSpecification }))
    restored = await waitForTable(client, name, ({ LatestStreamArn }) => LatestStreamArn !== undefined)
  }
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand(table))
  if (!TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: TTL_ATTRIBUTE }
    await client.send(new UpdateTimeToLiveCommand({ ...table, TimeToLiveSpecification }))
  }
  if (!restored.DeletionProtectionEnabled)
    await client.send(new UpdateTableCommand({ ...table, DeletionProtectionEnabled: true }))
  const { LatestStreamLabel: streamLabel = '', TableArn: arn = '' } = restored
  await copyTags(client, { from: original.TableArn ?? '', to: arn })
  return { name, arn, streamLabel }
}

const tagsOfOneRestoration: readonly string[] = [ERASURES_REAPPLIED_TAG, REPLACES_TAG, STREAM_OPENED_TAG]

/** The stage's tags; CloudFormation's own are refused. */
async function copyTags(client: DynamoDBClient, { from, to }: { readonly from: string; readonly to: string }) {
  const tags = await listTags(client, from)
  const Tags = tags.filter(({ Key = '' }) => !Key.startsWith('aws:') && !tagsOfOneRestoration.includes(Key))
  if (Tags.length > 0) await client.send(new TagResourceCommand({ ResourceArn: to, Tags }))
}

/** After the repeated erasures: for 35 days the erased could be restored from it. */
export async function enableRecovery(client: DynamoDBClient, { name }: RestoredTable): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 }
  await client.send(new UpdateContinuousBackupsCommand({ TableName: name, PointInTimeRecoverySpecification }))
}

/** The table in use is repeated too, after the switch: what it has replaced is known by then. */
export async function markErasuresReapplied(
  client: DynamoDBClient,
  { name, arn }: RestoredTable,
  { until, inUse }: { readonly until: Date; readonly inUse: string },
): Promise<void> {
  const Tags = [
    { Key: ERASURES_REAPPLIED_TAG, Value: until.toISOString() },
    ...(name === inUse ? [] : [{ Key: REPLACES_TAG, Value: inUse }]),
  ]
  await client.send(new TagResourceCommand({ ResourceArn: arn, Tags }))
}
