import type { Check } from '../check.ts'
import { blocked, ready } from '../verdict.ts'

/**
 * Of a pool's logical id, which ends with eight characters of a hash.
 * @throws Error for any other logical id
 */
export function readPoolNumber(logicalId: string): number {
  const [, number] = /Pool(\d*)[0-9A-F]{8}$/.exec(logicalId) ?? []
  if (number === undefined) throw new Error(`${logicalId} no es el conjunto de usuarios del entorno`)
  return number === '' ? 1 : Number(number)
}

/** With a lower number the stack would create an empty pool and abandon the one in use. */
export const checkUserPool: Check = async ({ stage, stageName, listResources, deployed }) => {
  const { userPoolNumber = 1 } = stage
  if (!deployed?.outputs['UserPoolId']) return ready('El entorno tendrá su propio conjunto de usuarios.')
  const resources = await listResources()
  const pool = resources.find(
    ({ type, physicalId }) => type === 'AWS::Cognito::UserPool' && physicalId === deployed.outputs['UserPoolId'],
  )
  const number = pool ? readPoolNumber(pool.logicalId) : userPoolNumber
  return number > userPoolNumber
    ? blocked(
        `${stageName} tiene ya el conjunto de usuarios ${number}: trae la versión cuyo lib/stages.ts dice «userPoolNumber: ${number}», o nadie podría entrar.`,
      )
    : ready('Los usuarios siguen donde están o, si se ha perdido, en un conjunto nuevo.')
}
