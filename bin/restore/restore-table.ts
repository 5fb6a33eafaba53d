import {
  DescribeTableCommand,
  type DynamoDBClient,
  InvalidRestoreTimeException,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  DescribeTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { TTL_ATTRIBUTE } from '#data/table'
import { CommandError } from '../deploy/verdict.ts'

/** Until this instant erasures are repeated; a deployment refuses a table without the tag. */
const ERASURES_REAPPLIED_TAG = 'erasures-reapplied-at'

/** AWS takes hours to restore a large table. */
const LONGEST_SECONDS = 12 * 3600

/** The same name for the same second, so that a retry finds the table of the first attempt. */
const toRestoredTableName = (source: string, at: Date): string =>
  `${source.replace(/-at-\d{8}T\d{6}Z$/, '')}-at-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

export interface RestoredTable {
  readonly name: string
  readonly arn: string
  readonly streamLabel: string
}

interface Restoration {
  readonly source: string
  readonly at: Date
  readonly say: (text: string) => void
}

/**
 * Restores to a new table, and adds what AWS leaves out: stream, expiry, protection, tags. Point-in-time recovery is
 * enabled after the erasures are repeated.
 */
export async function restoreTable(client: DynamoDBClient, { source, at, say }: Restoration): Promise<RestoredTable> {
  const name = toRestoredTableName(source, at)
  const original = await findTable(client, source)
  if (!original) throw new CommandError(`No hay ninguna tabla ${source}.`)
  if (!(await findTable(client, name))) {
    await begin(client, { original, name, at })
    say(`Restaurando ${source} a como estaba el ${at.toISOString()}, en ${name}. Puede tardar horas…`)
  }
  await waitUntilTableExists({ client, maxWaitTime: LONGEST_SECONDS, minDelay: 1, maxDelay: 30 }, { TableName: name })
  return addMissingSettings(client, original, name)
}

export async function findTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

interface Beginning {
  readonly original: TableDescription
  readonly name: string
  readonly at: Date
}

async function begin(client: DynamoDBClient, { original, name, at }: Beginning): Promise<void> {
  const { TableName, SSEDescription } = original
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
    throw new CommandError(
      'A ese momento no se puede volver: ha de estar en los últimos 35 días y quedar cinco minutos atrás.',
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
  const restored = await findTable(client, name)
  if (!restored?.LatestStreamArn) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const
    await client.send(new UpdateTableCommand({ ...table, StreamSpecification }))
    await waitUntilTableExists({ client, maxWaitTime: LONGEST_SECONDS, minDelay: 1, maxDelay: 30 }, table)
  }
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand(table))
  if (!TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: TTL_ATTRIBUTE }
    await client.send(new UpdateTimeToLiveCommand({ ...table, TimeToLiveSpecification }))
  }
  await client.send(new UpdateTableCommand({ ...table, DeletionProtectionEnabled: true }))
  const { LatestStreamLabel: streamLabel = '', TableArn: arn = '' } = (await findTable(client, name)) ?? {}
  await copyTags(client, { from: original.TableArn ?? '', to: arn })
  return { name, arn, streamLabel }
}

/** The stage's tags; CloudFormation's own are refused. */
async function copyTags(client: DynamoDBClient, { from, to }: { readonly from: string; readonly to: string }) {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: from }))
  const own = Tags.filter(({ Key = '' }) => !Key.startsWith('aws:') && Key !== ERASURES_REAPPLIED_TAG)
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: to, Tags: own }))
}

/** After the repeated erasures: for 35 days the erased could be restored from it. */
export async function enableRecovery(client: DynamoDBClient, { name }: RestoredTable): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 }
  await client.send(new UpdateContinuousBackupsCommand({ TableName: name, PointInTimeRecoverySpecification }))
}

export async function markErasuresReapplied(
  client: DynamoDBClient,
  { arn }: RestoredTable,
  until: Date,
): Promise<void> {
  const Tags = [{ Key: ERASURES_REAPPLIED_TAG, Value: until.toISOString() }]
  await client.send(new TagResourceCommand({ ResourceArn: arn, Tags }))
}

export async function readErasuresReapplied(client: DynamoDBClient, arn: string): Promise<string | undefined> {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: arn }))
  return Tags.find(({ Key }) => Key === ERASURES_REAPPLIED_TAG)?.Value
}
