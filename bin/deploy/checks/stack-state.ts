import type { Check } from '../check.ts'
import { hasFailedCreation } from '../stack.ts'
import { blocked, ready } from '../verdict.ts'

export const checkStackState: Check = async ({ deployed, stackName }) => {
  if (!deployed) return ready(`${stackName} todavía no existe: se crea.`)
  const { status } = deployed
  if (hasFailedCreation(deployed)) return ready('La primera creación falló: se retira lo que quedó y se repite.')
  if (status === 'REVIEW_IN_PROGRESS') return ready(`${stackName} está por crear.`)
  if (status.endsWith('_IN_PROGRESS')) return blocked(`${stackName} está cambiando (${status}): espera a que termine.`)
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return blocked(`«aws cloudformation continue-update-rollback --stack-name ${stackName}», y repite.`)
  if (status === 'DELETE_FAILED') return blocked(`No se pudo borrar del todo: repite «npm run destroy».`)
  return ready(`${stackName} existe (${status}).`)
}
