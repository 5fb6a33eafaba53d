import {
  type CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation'
import { toEdgeStackName } from '../../lib/edge-stack.ts'
import type { Deployment } from './deployment.ts'
import { describeStack, listStackResources } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError } from './verdict.ts'

const MAX_WAIT_SECONDS = 3600

/** Keeps the resources that hold data, and lists them. */
export async function destroyStage(
  { stage, stageName, stackName }: Deployment,
  { yes }: { readonly yes: boolean },
  { clients: { cloudFormation, edge }, prompt, say }: Tools,
): Promise<void> {
  if (stage.terminationProtection)
    throw new CommandError(`${stageName} no se borra: lib/stages.ts lo protege (terminationProtection).`)
  // Each stack separately, so that an interrupted run can be continued.
  const edgeName = toEdgeStackName(stageName)
  const main = await describeStack(cloudFormation, stackName)
  const edgeStack = await describeStack(edge.cloudFormation, edgeName)
  const ids = [main, edgeStack].flatMap((stack) => stack?.stackId ?? [])
  if (ids.length === 0) return say(`${stackName} no existe.`)
  if (!yes && (await prompt(`Escribe ${stageName} para borrar ${ids.join(' y ')}: `)) !== stageName)
    throw new CommandError(`No se ha borrado nada. Sin preguntar: «npm run destroy -- ${stageName} --yes».`)

  if (main) {
    say(`Borrando ${stackName}…`)
    await deleteStack(cloudFormation, main.stackId)
    // Before the other stack, whose deletion may fail: a deleted stack is found by its id only.
    const kept = (await listStackResources(cloudFormation, main.stackId)).filter(
      ({ status }) => status === 'DELETE_SKIPPED',
    )
    say(
      [
        `${stackName} está borrado. Se conserva lo que guarda datos y lo que lo protege:`,
        ...kept.map(formatResource),
      ].join('\n'),
    )
  }
  // After the main stack: a web ACL in use by a distribution cannot be deleted.
  if (edgeStack) {
    say(`Borrando ${edgeName}…`)
    await deleteStack(edge.cloudFormation, edgeStack.stackId)
    say(main ? `${edgeName} está borrado.` : `${edgeName} está borrado; ${stackName} ya no existía.`)
  }
}

/**
 * By id, because a deleted stack is no longer found by name.
 * @throws CommandError that says which resources stayed, and why
 */
async function deleteStack(client: CloudFormationClient, stackId: string): Promise<void> {
  await client.send(new DeleteStackCommand({ StackName: stackId }))
  try {
    await waitUntilStackDeleteComplete({ client, maxWaitTime: MAX_WAIT_SECONDS }, { StackName: stackId })
  } catch (error) {
    const failed = (await listStackResources(client, stackId)).filter(({ status }) => status === 'DELETE_FAILED')
    // Waited in vain, or no longer allowed to ask.
    if (failed.length === 0) throw error
    const reasons = failed.map((resource) => `${formatResource(resource)}\n    ${resource.reason}`)
    throw new CommandError([`${stackId} no se ha podido borrar del todo:`, ...reasons].join('\n'))
  }
}

const formatResource = ({ type, physicalId }: { readonly type: string; readonly physicalId: string }): string =>
  `  ${type.padEnd(28)} ${physicalId}`
