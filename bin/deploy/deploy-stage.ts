import { SITE_WEB_ACL_ARN } from '../../lib/edge-stack.ts'
import { type Deployment, findEdgeStackName, listStackNames } from './deployment.ts'
import { type CheckResult, runChecks } from './run-checks.ts'
import { smokeStage } from './smoke-stage.ts'
import { type DeployedStack, describeStack, releaseFailedCreation } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError, formatVerdicts, type NamedVerdict } from './verdict.ts'

/** Synthesised once, so that the displayed change is what is deployed. */
const ASSEMBLY = 'cdk.out'
const OF_THIS_ASSEMBLY = ['--app', ASSEMBLY, '--require-approval', 'never']

interface Parts {
  readonly check: (deployment: Deployment, tools: Tools) => Promise<CheckResult>
  readonly smoke: (deployed: DeployedStack, tools: Tools) => Promise<readonly NamedVerdict[]>
}

const parts: Parts = {
  check: (deployment, { clients, dns, ask, askAt }) => runChecks({ ...deployment, clients, dns, ask, askAt }),
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

  tools.buildSite(deployment)
  const stackNames = listStackNames(deployment)
  tools.cdk(['synth', ...stackNames, '--quiet', '--output', ASSEMBLY])
  tools.cdk(['diff', ...stackNames, '--app', ASSEMBLY])
  if (!yes && !isYes(await tools.prompt(`¿Desplegar ${stageName} en la cuenta ${accountId}? (sí/no) `)))
    throw new CommandError(`No se ha desplegado nada. Sin preguntar: «npm run deploy -- ${stageName} --yes».`)

  const parameters = await deployEdge(deployment, tools)
  await releaseFailedCreation(tools.clients.cloudFormation, stackName)
  tools.cdk(['deploy', stackName, ...parameters, ...OF_THIS_ASSEMBLY])
  const deployed = await describeStack(tools.clients.cloudFormation, stackName)
  if (!deployed) throw new CommandError(`CloudFormation no conoce ${stackName}: mira qué ha pasado en su consola.`)

  const answers = await smoke(deployed, tools)
  tools.say(`\nPor su dirección pública:\n${formatVerdicts(answers)}\n`)
  tools.say(describeResult(deployment, deployed, (await check(deployment, tools)).verdicts))
  if (answers.some(({ state }) => state === 'blocked'))
    throw new CommandError(`${stageName} está desplegado y no responde como debe: lo marcado con ✗.`)
}

/** @returns further arguments for `cdk deploy` of the stage's stack */
async function deployEdge(deployment: Deployment, tools: Tools): Promise<readonly string[]> {
  const edgeStackName = findEdgeStackName(deployment)
  if (edgeStackName === undefined) return []
  tools.cdk(['deploy', edgeStackName, ...OF_THIS_ASSEMBLY])
  const edge = await describeStack(tools.clients.edge.cloudFormation, edgeStackName)
  const arn = edge?.outputs[SITE_WEB_ACL_ARN]
  if (!arn) throw new CommandError(`${edgeStackName} no dice su ${SITE_WEB_ACL_ARN}: míralo en us-east-1 y repite.`)
  return ['--parameters', `${deployment.stackName}:${SITE_WEB_ACL_ARN}=${arn}`]
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
