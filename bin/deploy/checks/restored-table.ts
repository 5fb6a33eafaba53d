import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb'
import { listErasureKeys } from '../../restore/erase-again.ts'
import { REPLACED_TABLE_DAYS } from '../../restore/remove-table.ts'
import { findTable, readErasuresReapplied } from '../../restore/restore-table.ts'
import type { Check, CheckContext } from '../check.ts'
import { blocked, due, ready, type Verdict } from '../verdict.ts'

/** A restored table must not be used before later erasures are repeated in it. */
export const checkRestoredTable: Check = async (context) => {
  const { stage, stageName, clients, deployed } = context
  const { restoredTable } = stage
  if (!restoredTable) return judgeOwnTable(context)
  const { name, streamLabel } = restoredTable
  const repeat = `«npm run restore -- ${stageName} table --at <el mismo instante>»`
  const table = await findTable(clients.dynamodb, name)
  if (!table) return blocked(`No hay ninguna tabla ${name}: ${repeat}.`)
  if (table.LatestStreamLabel !== streamLabel)
    return blocked(`El flujo de ${name} es ${table.LatestStreamLabel ?? 'ninguno'}: escríbelo en lib/stages.ts.`)
  const reappliedAt = await readErasuresReapplied(clients.dynamodb, table.TableArn ?? '')
  if (!reappliedAt) return blocked(`En ${name} están todavía quienes se borraron: ${repeat}.`)
  // Once in use, erasures happen in this table.
  if (deployed?.outputs['TableName'] === name) return judgeReplacedTable(table, stageName, clients.dynamodb)
  const recoveryBucket = deployed?.outputs['RecoveryBucket'] ?? ''
  const later = await listErasureKeys(clients.s3, recoveryBucket, new Date(reappliedAt))
  return later.length > 0
    ? blocked(`Desde entonces se ha borrado a alguien más (${later.length}): ${repeat}.`)
    : ready(`En ${name} no queda nadie que se borrara.`)
}

/** Without the setting of the restored table the stack would create an empty one and use it. */
async function judgeOwnTable({
  stageName,
  deployed,
  listResources,
}: Pick<CheckContext, 'stageName' | 'deployed' | 'listResources'>): Promise<Verdict> {
  const inUse = deployed?.outputs['TableName']
  if (inUse === undefined) return ready('El entorno usa su propia tabla.')
  const resources = await listResources()
  return resources.some(({ type, physicalId }) => type === 'AWS::DynamoDB::GlobalTable' && physicalId === inUse)
    ? ready('El entorno usa su propia tabla.')
    : blocked(
        `${stageName} trabaja con ${inUse}, una tabla restaurada que lib/stages.ts no nombra aquí: trae la versión que tiene su línea «restoredTable», o la web empezaría con una tabla vacía.`,
      )
}

/** Counted from the restoration, slightly before the switch. */
async function judgeReplacedTable(
  { TableName, CreationDateTime, RestoreSummary }: TableDescription,
  stageName: string,
  client: DynamoDBClient,
): Promise<Verdict> {
  const replaced = RestoreSummary?.SourceTableArn?.split('/').at(-1)
  const ageDays = (Date.now() - (CreationDateTime?.getTime() ?? Date.now())) / 86_400_000
  if (!replaced || ageDays <= REPLACED_TABLE_DAYS || !(await findTable(client, replaced)))
    return ready(`${stageName} trabaja ya con ${TableName}.`)
  return due(
    `${replaced} guarda aún a quienes se han borrado en estos ${Math.floor(ageDays)} días: «npm run restore -- ${stageName} remove-table ${replaced}».`,
  )
}
