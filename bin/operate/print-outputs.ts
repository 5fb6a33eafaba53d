import type { Deployment } from '../deploy/deployment.ts'
import { parseWords } from '../deploy/parse-words.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'

/**
 * Prints a stage's names and addresses as shell variables: `eval "$(npm run --silent outputs -- prod)"`. The variable
 * StageOutputs has their names, by which bin/deploy.mjs takes them back where a later call fails.
 */
export async function printOutputs(
  { stackName, stageName }: Deployment,
  words: readonly string[],
  { clients, say }: Tools,
): Promise<void> {
  parseWords(words, 0)
  const deployed = await describeStack(clients.cloudFormation, stackName)
  if (!deployed) throw new CommandError(`${stageName} no está desplegado.`)
  say(`export StageOutputs='${Object.keys(deployed.outputs).join(' ')}'`)
  for (const [name, value] of Object.entries(deployed.outputs)) say(`export ${name}='${value}'`)
}
