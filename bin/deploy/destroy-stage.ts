import { DeleteStackCommand, waitUntilStackDeleteComplete } from '@aws-sdk/client-cloudformation'
import type { Deployment } from './deployment.ts'
import { describeStack, listStackResources } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError } from './verdict.ts'

const MAX_WAIT_SECONDS = 3600

/** What holds data is kept, and named. */
export async function destroyStage(
  { stage, stageName, stackName }: Deployment,
  { yes }: { readonly yes: boolean },
  { clients: { cloudFormation }, prompt, say }: Tools,
): Promise<void> {
  if (stage.terminationProtection)
    throw new CommandError(`${stageName} no se borra: lib/stages.ts lo protege (terminationProtection).`)
  const deployed = await describeStack(cloudFormation, stackName)
  if (!deployed) return say(`${stackName} no existe.`)
  if (!yes && (await prompt(`Escribe ${stageName} para borrar ${deployed.stackId}: `)) !== stageName)
    throw new CommandError(`No se ha borrado nada. Sin preguntar: «npm run destroy -- ${stageName} --yes».`)

  say(`Borrando ${stackName}…`)
  await cloudFormation.send(new DeleteStackCommand({ StackName: deployed.stackId }))
  // By its id: the name belongs to nobody any more when it is done.
  await waitUntilStackDeleteComplete(
    { client: cloudFormation, maxWaitTime: MAX_WAIT_SECONDS },
    { StackName: deployed.stackId },
  )
  const kept = (await listStackResources(cloudFormation, deployed.stackId)).filter(
    ({ status }) => status === 'DELETE_SKIPPED',
  )
  say([`${stackName} está borrado. Se conserva lo que guarda datos:`, ...kept.map(formatResource)].join('\n'))
}

const formatResource = ({ type, physicalId }: { readonly type: string; readonly physicalId: string }): string =>
  `  ${type.padEnd(28)} ${physicalId}`
