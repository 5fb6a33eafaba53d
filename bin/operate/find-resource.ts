import { apiDomains } from '#contract/api-domains'
import { nonApiLambdaVariables } from '#platform/lambdas'
import type { Deployment } from '../deploy/deployment.ts'
import { listStackResources } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'

const functionNames: readonly string[] = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]

/** @throws CommandError for an unknown name; names look like `payments` or `mail/send-queued` */
export function requireFunctionName(name = ''): string {
  if (!functionNames.includes(name))
    throw new CommandError(`No hay función «${name}». Hay: ${functionNames.join(', ')}.`)
  return name.replaceAll(/[^a-z]/g, '')
}

/** CloudFormation ends logical ids with eight characters of a hash. */
const HASH = 8

/**
 * @param ending of the logical id without its hash
 * @returns the physical id
 * @throws CommandError when the stage does not have exactly one
 */
export async function findResource(
  { stackName, stageName }: Deployment,
  { clients }: Pick<Tools, 'clients'>,
  { type, ending }: { readonly type: string; readonly ending: string },
): Promise<string> {
  const resources = await listStackResources(clients.cloudFormation, stackName)
  const [found, ...others] = resources.filter(
    (resource) => resource.type === type && resource.logicalId.slice(0, -HASH).endsWith(ending),
  )
  if (!found || others.length > 0)
    throw new CommandError(`${stageName} tiene ${others.length + (found ? 1 : 0)} ${type} «${ending}», no uno.`)
  return found.physicalId
}
