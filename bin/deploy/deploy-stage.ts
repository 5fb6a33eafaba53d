import { join } from 'node:path'
import { SITE_WEB_ACL_ARN } from '../../lib/edge-stack.ts'
import { SITE_FOLDER_CONTEXT } from '../../lib/built-site.ts'
import { type Deployment, findEdgeStackName, listStackNames } from './deployment.ts'
import { type CheckResult, runChecks } from './run-checks.ts'
import { smokeStage } from './smoke-stage.ts'
import { type DeployedStack, describeStack, releaseFailedCreation } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError, formatVerdicts, type NamedVerdict } from './verdict.ts'

interface Parts {
  readonly check: (deployment: Deployment, tools: Tools) => Promise<CheckResult>
  readonly smoke: (deployed: DeployedStack, tools: Tools) => Promise<readonly NamedVerdict[]>
}

const parts: Parts = {
  check: (deployment, { clients, dns, fetch, fetchAt }) => runChecks({ ...deployment, clients, dns, fetch, fetchAt }),
  smoke: smokeStage,
}

/** Every step is repeatable: a retry skips what is done. */
export async function deployStage(
  deployment: Deployment,
  { yes }: { readonly yes: boolean },
  tools: Tools,
  { check, smoke }: Parts = parts,
): Promise<void> {
  const { stageName, stackName } = deployment
  const { accountId, verdicts } = await check(deployment, tools)
  tools.say(`\nAntes de desplegar ${stageName}:\n${formatVerdicts(verdicts)}\n`)
  if (verdicts.some(({ state }) => state === 'blocked'))
    throw new CommandError('No se ha desplegado nada: resuelve lo marcado con ✗ y repite.')

  // Synthesised once, into a folder that no other run writes to: the displayed change is what is deployed.
  const folder = tools.createFolder()
  const assembly = join(folder, 'cdk.out')
  const stackNames = listStackNames(deployment)
  const site = tools.buildSite(deployment, folder)
  tools.cdk(['synth', ...stackNames, '--quiet', '--output', assembly, '--context', `${SITE_FOLDER_CONTEXT}=${site}`])
  tools.cdk(['diff', ...stackNames, ...(await findEdgeParameters(deployment, tools)), '--app', assembly])
  if (!yes && !isYes(await tools.prompt(`¿Desplegar ${stageName} en la cuenta ${accountId}? (sí/no) `)))
    throw new CommandError(`No se ha desplegado nada. Sin preguntar: «npm run deploy -- ${stageName} --yes».`)

  const ofAssembly = ['--app', assembly, '--require-approval', 'never']
  const parameters = await deployEdge(deployment, tools, ofAssembly)
  await releaseFailedCreation(tools.clients.cloudFormation, stackName)
  tools.cdk(['deploy', stackName, ...parameters, ...ofAssembly])
  const deployed = await describeStack(tools.clients.cloudFormation, stackName)
  if (!deployed) throw new CommandError(`CloudFormation no conoce ${stackName}: mira qué ha pasado en su consola.`)

  const answers = await smoke(deployed, tools)
  tools.say(`\nPor su dirección pública:\n${formatVerdicts(answers)}\n`)
  tools.say(describeResult(deployment, deployed, (await check(deployment, tools)).verdicts))
  if (answers.some(({ state }) => state === 'blocked'))
    throw new CommandError(`${stageName} está desplegado y no responde como debe: lo marcado con ✗.`)
}

/** @returns arguments of `cdk` for the stage's stack; none before the first deployment in us-east-1 */
async function findEdgeParameters(
  deployment: Deployment,
  { clients }: Pick<Tools, 'clients'>,
): Promise<readonly string[]> {
  const edgeStackName = findEdgeStackName(deployment)
  if (edgeStackName === undefined) return []
  const edge = await describeStack(clients.edge.cloudFormation, edgeStackName)
  const arn = edge?.outputs[SITE_WEB_ACL_ARN]
  return arn ? ['--parameters', `${deployment.stackName}:${SITE_WEB_ACL_ARN}=${arn}`] : []
}

/** @returns further arguments for `cdk deploy` of the stage's stack */
async function deployEdge(
  deployment: Deployment,
  tools: Tools,
  ofAssembly: readonly string[],
): Promise<readonly string[]> {
  const edgeStackName = findEdgeStackName(deployment)
  if (edgeStackName === undefined) return []
  tools.cdk(['deploy', edgeStackName, ...ofAssembly])
  const parameters = await findEdgeParameters(deployment, tools)
  if (parameters.length === 0)
    throw new CommandError(`${edgeStackName} no dice su ${SITE_WEB_ACL_ARN}: míralo en us-east-1 y repite.`)
  return parameters
}

const isYes = (answer: string): boolean => /^s[ií]?$/i.test(answer)

function describeResult(
  { stageName }: Deployment,
  { outputs }: DeployedStack,
  verdicts: readonly NamedVerdict[],
): string {
  const left = verdicts.filter(({ state }) => state !== 'ready')
  return [
    `Direcciones de ${stageName}:`,
    ...Object.entries(outputs).map(([name, value]) => `  ${name.padEnd(20)} ${value}`),
    '',
    ...(left.length > 0 ? ['Queda por hacer:', formatVerdicts(left)] : ['No queda nada que se pueda comprobar.']),
    `  · primer administrador  «npm run admin -- ${stageName} <correo>», si aún no lo hay.`,
    '',
  ].join('\n')
}
