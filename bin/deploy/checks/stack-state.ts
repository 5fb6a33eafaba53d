import type { Check } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { hasFailedCreation } from '../stack.ts'
import { blocked, ready } from '../verdict.ts'

export const checkStackState: Check = async ({ deployed, stackName, stageName, stage }) => {
  if (!deployed) return ready(`${stackName} todavía no existe: se crea.`)
  const { status } = deployed
  if (hasFailedCreation(deployed)) return ready('La primera creación falló: se retira lo que quedó y se repite.')
  if (status === 'REVIEW_IN_PROGRESS') return ready(`${stackName} está por crear.`)
  if (status.endsWith('_IN_PROGRESS')) return blocked(`${stackName} está cambiando (${status}): espera a que termine.`)
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return blocked(`«aws cloudformation continue-update-rollback --stack-name ${stackName}», y repite.`)
  if (status === 'DELETE_FAILED')
    return blocked(`No se pudo borrar del todo: ${adviseDeletion({ stackName, stageName, stage })}, y repite.`)
  return ready(`${stackName} existe (${status}).`)
}

/** `npm run destroy` refuses a protected stage. After a failed deletion the stack's own protection is already off. */
const adviseDeletion = ({ stackName, stageName, stage: { terminationProtection, region } }: Deployment): string =>
  terminationProtection
    ? `«aws cloudformation delete-stack --stack-name ${stackName} --region ${region}» (si vuelve a fallar, con «--deletion-mode FORCE_DELETE_STACK»)`
    : `«npm run destroy -- ${stageName}»`
