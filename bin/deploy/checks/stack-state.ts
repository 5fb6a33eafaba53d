import type { Check } from '../check.ts'
import { findEdgeStackName } from '../deployment.ts'
import { type DeployedStack, describeStack, hasFailedCreation } from '../stack.ts'
import { blocked, ready, type Verdict } from '../verdict.ts'

interface CheckedStack {
  readonly stackName: string
  readonly region: string
  readonly stageName: string
  readonly terminationProtection: boolean
}

export const checkStackState: Check = async ({ deployed, stackName, stageName, stage }) =>
  judgeState(deployed, { stackName, stageName, ...stage })

/** Deployed before the stage's own stack, which a failure here would leave undeployed. */
export const checkEdgeStackState: Check = async ({ clients, stageName, stage }) => {
  const stackName = findEdgeStackName({ stageName, stage })
  if (stackName === undefined) return ready('Sin cortafuegos: no hay pila en us-east-1.')
  const { terminationProtection } = stage
  const deployed = await describeStack(clients.edge.cloudFormation, stackName)
  return judgeState(deployed, { stackName, stageName, region: 'us-east-1', terminationProtection })
}

function judgeState(deployed: DeployedStack | undefined, stack: CheckedStack): Verdict {
  const { stackName, region } = stack
  if (!deployed) return ready(`${stackName} todavía no existe: se crea.`)
  const { status } = deployed
  if (hasFailedCreation(deployed)) return ready('La primera creación falló: se retira lo que quedó y se repite.')
  if (status === 'REVIEW_IN_PROGRESS') return ready(`${stackName} está por crear.`)
  if (status.endsWith('_IN_PROGRESS')) return blocked(`${stackName} está cambiando (${status}): espera a que termine.`)
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return blocked(
      `«aws cloudformation continue-update-rollback --stack-name ${stackName} --region ${region}», y repite.`,
    )
  if (status === 'DELETE_FAILED') return blocked(`No se pudo borrar del todo: ${adviseDeletion(stack)}, y repite.`)
  return ready(`${stackName} existe (${status}).`)
}

/** `npm run destroy` refuses a protected stage. After a failed deletion the stack's own protection is already off. */
const adviseDeletion = ({ stackName, stageName, terminationProtection, region }: CheckedStack): string =>
  terminationProtection
    ? `«aws cloudformation delete-stack --stack-name ${stackName} --region ${region}» (si vuelve a fallar, con «--deletion-mode FORCE_DELETE_STACK»)`
    : `«npm run destroy -- ${stageName}»`
