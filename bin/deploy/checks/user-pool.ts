import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  paginateListUserPools,
  type UserPoolDescriptionType,
} from '@aws-sdk/client-cognito-identity-provider'
import { toCostTags } from '../../../lib/cost-tags.ts'
import type { Check } from '../check.ts'
import { blocked, due, ready, type Verdict } from '../verdict.ts'

const DAY_MS = 86_400_000

/** As long as a replaced table; Cognito keeps no copy of a pool that is deleted. */
export const REPLACED_POOL_DAYS = 20

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
export const checkUserPool: Check = async ({ stage, stageName, listResources, deployed, clients }) => {
  const { userPoolNumber = 1 } = stage
  const inUse = deployed?.outputs['UserPoolId']
  if (!inUse) return ready('El entorno tendrá su propio conjunto de usuarios.')
  const resources = await listResources()
  const pool = resources.find(({ type, physicalId }) => type === 'AWS::Cognito::UserPool' && physicalId === inUse)
  const number = pool ? readPoolNumber(pool.logicalId) : userPoolNumber
  if (number > userPoolNumber)
    return blocked(
      `${stageName} tiene ya el conjunto de usuarios ${number}: trae la versión cuyo lib/stages.ts dice «userPoolNumber: ${number}», o nadie podría entrar.`,
    )
  const settled = ready('Los usuarios siguen donde están o, si se ha perdido, en un conjunto nuevo.')
  // The stage's first pool has replaced none.
  if (number === 1) return settled
  return judgeReplacedPools(inUse, stageName, clients.cognito).then(
    (verdict) => verdict ?? settled,
    ({ name }: Error) => due(`No se ha podido mirar qué conjuntos de usuarios de antes quedan (${name}).`),
  )
}

/** @returns undefined where none is left, or not for long; erasures happen in the pool in use alone */
async function judgeReplacedPools(
  inUse: string,
  stageName: string,
  client: CognitoIdentityProviderClient,
): Promise<Verdict | undefined> {
  const pools = await listPools(client)
  const replacedAt = pools.find(({ id }) => id === inUse)?.madeAt ?? 0
  const late: string[] = []
  for (const { id, madeAt } of pools.filter((pool) => pool.id !== inUse)) {
    const days = Math.floor((Date.now() - Math.max(replacedAt, madeAt)) / DAY_MS)
    if (days > REPLACED_POOL_DAYS && (await bearsTagsOf(stageName, client, id))) late.push(`${id} (${days} días)`)
  }
  if (late.length === 0) return undefined
  return due(
    `Aún hay copias de quienes se han borrado desde entonces: ${late.join(', ')}. docs/runbooks/restore.md dice cómo se borra un conjunto de usuarios de antes.`,
  )
}

async function listPools(
  client: CognitoIdentityProviderClient,
): Promise<readonly { readonly id: string; readonly madeAt: number }[]> {
  const pools: UserPoolDescriptionType[] = []
  for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults: 60 })) pools.push(...UserPools)
  return pools.map(({ Id = '', CreationDate }) => ({ id: Id, madeAt: CreationDate?.getTime() ?? 0 }))
}

async function bearsTagsOf(stageName: string, client: CognitoIdentityProviderClient, id: string): Promise<boolean> {
  const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId: id }))
  return Object.entries(toCostTags(stageName)).every(([name, value]) => UserPool?.UserPoolTags?.[name] === value)
}
