import type { Deployment } from '../deploy/deployment.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'

/** Prints a stage's names and addresses as shell variables: `eval "$(npm run --silent outputs -- prod)"`. */
export async function printOutputs(
  { stackName, stageName }: Deployment,
  _words: readonly string[],
  { clients, say }: Tools,
): Promise<void> {
  const deployed = await describeStack(clients.cloudFormation, stackName)
  if (!deployed) throw new CommandError(`${stageName} no está desplegado.`)
  for (const [name, value] of Object.entries(deployed.outputs)) say(`export ${name}='${value}'`)
}
