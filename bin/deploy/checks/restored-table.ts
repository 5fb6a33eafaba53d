import type { TableDescription } from '@aws-sdk/client-dynamodb'
import { listErasureKeys } from '../../restore/erase-again.ts'
import { REPLACED_TABLE_DAYS } from '../../restore/remove-table.ts'
import { findTable, listStageTables, readRestorationTags } from '../../restore/stage-tables.ts'
import type { Check, CheckContext } from '../check.ts'
import { blocked, due, ready, type Verdict } from '../verdict.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The repeated erasures write audit entries while nobody reads the table's stream, which keeps them for 24 hours: with
 * the hours of a deployment, longer ago they would never reach the copy of the log.
 */
export const UNREAD_STREAM_HOURS = 20

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
  const { reappliedAt, replaces, streamOpenedAt } = await readRestorationTags(clients.dynamodb, table.TableArn ?? '')
  if (!reappliedAt) return blocked(`En ${name} están todavía quienes se borraron: ${repeat}.`)
  const inUse = deployed?.outputs['TableName']
  // Once in use, erasures happen in this table.
  if (inUse === name) return judgeOtherTables(name, context, ready(`${stageName} trabaja ya con ${name}.`))
  // An earlier version of lib/stages.ts names an earlier restoration.
  if (inUse !== undefined && replaces !== inUse)
    return blocked(
      `${name} se restauró para sustituir a ${replaces ?? 'otra'}, y ${stageName} trabaja con ${inUse}: se perdería lo de después. Trae la versión de lib/stages.ts que nombra la de ahora.`,
    )
  return judgeUnused({ name, streamOpenedAt, reappliedAt, repeat }, context)
}

interface UnusedTable {
  readonly name: string
  readonly streamOpenedAt: string | undefined
  readonly reappliedAt: string
  readonly repeat: string
}

async function judgeUnused(
  { name, streamOpenedAt, reappliedAt, repeat }: UnusedTable,
  { stageName, clients, deployed }: Pick<CheckContext, 'stageName' | 'clients' | 'deployed'>,
): Promise<Verdict> {
  // Not `reappliedAt`: a repeated command renews it, and finds nobody to erase.
  const unreadHours = (Date.now() - Date.parse(streamOpenedAt ?? '')) / HOUR_MS
  if (!(unreadHours <= UNREAD_STREAM_HOURS))
    return blocked(
      `El flujo de ${name} se abrió hace más de ${UNREAD_STREAM_HOURS} horas y solo guarda las de un día: lo que se escribió al borrar otra vez no llegaría a la copia del registro. Restaura otro segundo, con otro --at, y borra ésta: «npm run restore -- ${stageName} remove-table ${name}».`,
    )
  const recoveryBucket = deployed?.outputs['RecoveryBucket'] ?? ''
  const later = await listErasureKeys(clients.s3, recoveryBucket, new Date(reappliedAt))
  return later.length > 0
    ? blocked(`Desde entonces se ha borrado a alguien más (${later.length}): ${repeat}.`)
    : ready(`En ${name} no queda nadie que se borrara.`)
}

/** Without the setting of the restored table the stack would create an empty one and use it. */
async function judgeOwnTable(context: CheckContext): Promise<Verdict> {
  const { stageName, deployed, listResources } = context
  const own = ready('El entorno usa su propia tabla.')
  const inUse = deployed?.outputs['TableName']
  if (inUse === undefined) return own
  const resources = await listResources()
  return resources.some(({ type, physicalId }) => type === 'AWS::DynamoDB::GlobalTable' && physicalId === inUse)
    ? judgeOtherTables(inUse, context, own)
    : blocked(
        `${stageName} trabaja con ${inUse}, una tabla restaurada que lib/stages.ts no nombra aquí: trae la versión que tiene su línea «restoredTable», o la web empezaría con una tabla vacía.`,
      )
}

/**
 * Of all restorations of the stage, also of those that were never put to use: a table from before the one in use counts
 * from the restoration of the next one, slightly before the switch to it; a later one has served nobody, and counts from
 * when it was made.
 *
 * @param settled where none is left for too long
 */
async function judgeOtherTables(
  inUse: string,
  { stageName, clients }: Pick<CheckContext, 'stageName' | 'clients'>,
  settled: Verdict,
): Promise<Verdict> {
  try {
    const late = findLateTables(await listStageTables(clients.dynamodb, inUse), inUse)
    if (late.length === 0) return settled
    const removals = late.map(
      ({ name, days }) => `${name} (${Math.floor(days)} días): «npm run restore -- ${stageName} remove-table ${name}»`,
    )
    return due(`Aún hay copias de quienes se han borrado desde entonces. ${removals.join('; ')}.`)
  } catch (error) {
    return due(`No se ha podido mirar qué tablas de antes quedan (${(error as Error).name}).`)
  }
}

function findLateTables(
  tables: readonly TableDescription[],
  inUse: string,
): readonly { readonly name: string; readonly days: number }[] {
  const byAge = tables
    .map(({ TableName = '', CreationDateTime }) => ({ name: TableName, madeAt: CreationDateTime?.getTime() ?? 0 }))
    .toSorted((one, other) => one.madeAt - other.madeAt)
  const inUseAt = byAge.findIndex(({ name }) => name === inUse)
  return byAge
    .map(({ name, madeAt }, index) => {
      const servedUntil = index < inUseAt ? byAge[index + 1]?.madeAt : madeAt
      return { name, days: (Date.now() - (servedUntil ?? madeAt)) / DAY_MS }
    })
    .filter(({ name, days }) => name !== inUse && days > REPLACED_TABLE_DAYS)
}
