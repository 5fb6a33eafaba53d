import { DeleteTableCommand, type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { toCostTags } from '../../lib/cost-tags.ts'
import type { Deployment } from '../deploy/deployment.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { findTable, isTableOfSameStage, listTags, waitForTable } from './stage-tables.ts'

/**
 * No copy may outlive sixty days (decision 0033), and DynamoDB keeps one of a deleted table for 35: five are left for
 * delays.
 */
export const REPLACED_TABLE_DAYS = 20

/**
 * The replaced table keeps people who are erased later, because erasures only happen in the new one. DynamoDB keeps a
 * copy for 35 days.
 */
export async function removeReplacedTable(
  deployment: Deployment,
  words: readonly string[],
  { clients, say, prompt }: Tools,
): Promise<void> {
  const { stageName, stackName } = deployment
  const [name, option] = words
  if (!name) throw new CommandError(`Indica la tabla: «npm run restore -- ${stageName} remove-table <nombre>».`)
  const inUse = (await describeStack(clients.cloudFormation, stackName))?.outputs['TableName']
  requireNotServing(name, inUse, deployment)
  const table = await findTable(clients.dynamodb, name)
  if (!table || table.TableStatus === 'DELETING') return say(`${name} ya no existe.`)
  if (!isTableOfSameStage(name, inUse) && !(await bearsTagsOf(stageName, clients.dynamodb, table.TableArn)))
    throw new CommandError(`${name} no es una tabla de ${stageName}.`)
  if (option !== '--yes' && (await prompt(`Escribe ${name} para borrarla: `)) !== name)
    throw new CommandError('No se ha borrado nada.')
  await removeProtection(clients.dynamodb, name)
  await clients.dynamodb.send(new DeleteTableCommand({ TableName: name }))
  say(`Borrada ${name}. DynamoDB guarda una copia durante 35 días.`)
}

function requireNotServing(
  name: string,
  inUse: string | undefined,
  { stage, stageName }: Deployment,
): asserts inUse is string {
  if (!inUse || name === inUse) throw new CommandError(`${name} es la tabla con la que trabaja ${stageName}.`)
  if (name === stage.restoredTable?.name)
    throw new CommandError(`${name} es la tabla con la que ${stageName} va a trabajar: la nombra lib/stages.ts.`)
}

/** Of a table from before the stage was made anew. A name says nothing: another stage's may begin like ours. */
async function bearsTagsOf(stageName: string, client: DynamoDBClient, arn = ''): Promise<boolean> {
  const tags = await listTags(client, arn)
  return Object.entries(toCostTags(stageName)).every(([name, value]) =>
    tags.some(({ Key, Value }) => Key === name && Value === value),
  )
}

/** An update runs on after its answer, and until its end DynamoDB refuses the deletion (ResourceInUseException). */
async function removeProtection(client: DynamoDBClient, name: string): Promise<void> {
  const { DeletionProtectionEnabled: isProtected } = await waitForTable(client, name)
  if (!isProtected) return
  await client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: false }))
  await waitForTable(client, name, ({ DeletionProtectionEnabled }) => !DeletionProtectionEnabled)
}
