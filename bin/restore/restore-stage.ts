import { parseArgs } from 'node:util'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import type { Deployment } from '../deploy/deployment.ts'
import { parseWords } from '../deploy/parse-words.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { eraseAgain } from './erase-again.ts'
import { removeReplacedTable } from './remove-table.ts'
import { restoreStageAccounts } from './restore-accounts.ts'
import { enableRecovery, markErasuresReapplied, restoreTable } from './restore-table.ts'
import { isTableOfSameStage } from './stage-tables.ts'

/** `npm run restore -- prod table --at 2026-11-23T09:00:00Z` (docs/runbooks/restore.md). */
export async function restoreStage(deployment: Deployment, words: readonly string[], tools: Tools): Promise<void> {
  const [what, ...options] = words
  if (what === 'table') return restoreStageTable(deployment, parseRestoration(options), tools)
  if (what === 'accounts') {
    parseWords(options, 0)
    return restoreStageAccounts(deployment, tools)
  }
  if (what === 'remove-table') return removeReplacedTable(deployment, options, tools)
  const command = `npm run restore -- ${deployment.stageName}`
  throw new CommandError(
    `Indica qué: «${command} table --at <instante>», «${command} accounts» o «${command} remove-table <nombre>».`,
  )
}

interface Choice {
  readonly at: Date
  readonly from: string | undefined
}

function parseRestoration(words: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...words],
    options: { at: { type: 'string', default: '' }, from: { type: 'string' } },
  })
  const at = new Date(values.at)
  if (!values.at.endsWith('Z') || Number.isNaN(at.getTime()))
    throw new CommandError('Indica el momento en UTC: --at 2026-11-23T09:00:00Z.')
  return { at, from: values.from }
}

async function restoreStageTable(
  { stageName, stackName }: Deployment,
  { at, from }: Choice,
  { clients, say, createTableClient }: Tools,
): Promise<void> {
  const { TableName, FilesBucket, RecoveryBucket, UserPoolId } =
    (await describeStack(clients.cloudFormation, stackName))?.outputs ?? {}
  if (!TableName || !FilesBucket || !RecoveryBucket || !UserPoolId)
    throw new CommandError(`${stageName} no está desplegado.`)
  // Any other table may hold other people's data.
  if (from !== undefined && !isTableOfSameStage(from, TableName))
    throw new CommandError(`${from} no es una tabla de ${stageName}.`)

  const restored = await restoreTable(clients.dynamodb, { source: from ?? TableName, inUse: TableName, at, say })
  say(`${restored.name} está restaurada, con flujo, caducidad y protección.`)
  const begun = new Date()
  const erased = await eraseAgain(at, {
    createTableClient,
    s3: clients.s3,
    identities: createCognitoUserAccess(UserPoolId, clients.cognito),
    table: restored.name,
    filesBucket: FilesBucket,
    recoveryBucket: RecoveryBucket,
    now: () => new Date(),
  })
  await enableRecovery(clients.dynamodb, restored)
  // Last, because a deployment requires it: an interrupted run must be repeated.
  await markErasuresReapplied(clients.dynamodb, restored, { until: begun, inUse: TableName })
  say(`Borrados otra vez los que se borraron desde entonces: ${erased}. Desde ahora hay recuperación.`)
  say(`\nEn lib/stages.ts, en ${stageName}:`)
  say(`  restoredTable: { name: '${restored.name}', streamLabel: '${restored.streamLabel}' },`)
  say(`y después «npm run deploy -- ${stageName}».`)
}
