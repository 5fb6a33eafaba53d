import { listErasureKeys } from '../../restore/erase-again.ts'
import { findTable, readErasedAgain } from '../../restore/restore-table.ts'
import type { Check } from '../check.ts'
import { blocked, ready } from '../verdict.ts'

/** Nobody is served from a table that still holds somebody who was erased. */
export const checkRestoredTable: Check = async ({ stage, stageName, clients, deployed }) => {
  const { restoredTable } = stage
  if (!restoredTable) return ready('El entorno usa su propia tabla.')
  const { name, streamLabel } = restoredTable
  const repeat = `«npm run restore -- ${stageName} table --at <el mismo instante>»`
  const table = await findTable(clients.dynamodb, name)
  if (!table) return blocked(`No hay ninguna tabla ${name}: ${repeat}.`)
  if (table.LatestStreamLabel !== streamLabel)
    return blocked(`El flujo de ${name} es ${table.LatestStreamLabel ?? 'ninguno'}: escríbelo en lib/stages.ts.`)
  const erasedAgain = await readErasedAgain(clients.dynamodb, table.TableArn ?? '')
  if (!erasedAgain) return blocked(`En ${name} están todavía quienes se borraron: ${repeat}.`)
  // Whoever is erased from then on is erased in this very table.
  if (deployed?.outputs['TableName'] === name) return ready(`${stageName} trabaja ya con ${name}.`)
  const recoveryBucket = deployed?.outputs['RecoveryBucket'] ?? ''
  const later = await listErasureKeys(clients.s3, recoveryBucket, new Date(erasedAgain))
  return later.length > 0
    ? blocked(`Desde entonces se ha borrado a alguien más (${later.length}): ${repeat}.`)
    : ready(`En ${name} no queda nadie que se borrara.`)
}
