import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import type { Deployment } from './deployment.ts'
import { type CheckResult, runChecks } from './run-checks.ts'
import { smokeWithoutAccount } from './smoke.ts'
import { smokeSignedIn } from './smoke-account.ts'
import { type DeployedStack, describeStack, releaseFailedCreation } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError, due, formatVerdicts, type NamedVerdict } from './verdict.ts'

/** Synthesised once, so that what is shown is what is deployed. */
const ASSEMBLY = 'cdk.out'

interface Parts {
  readonly check: (deployment: Deployment, tools: Tools) => Promise<CheckResult>
  readonly smoke: (deployed: DeployedStack, tools: Tools) => Promise<readonly NamedVerdict[]>
}

const parts: Parts = {
  check: (deployment, { clients, dns, ask }) => runChecks({ ...deployment, clients, dns, ask }),
  smoke: smokeStage,
}

/** Each step can be repeated: what is done already is found, and the rest is done. */
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
  tools.cdk(['synth', stackName, '--quiet', '--output', ASSEMBLY])
  tools.cdk(['diff', stackName, '--app', ASSEMBLY])
  if (!yes && !isYes(await tools.prompt(`¿Desplegar ${stageName} en la cuenta ${accountId}? (sí/no) `)))
    throw new CommandError(`No se ha desplegado nada. Sin preguntar: «npm run deploy -- ${stageName} --yes».`)

  await releaseFailedCreation(tools.clients.cloudFormation, stackName)
  tools.cdk(['deploy', stackName, '--app', ASSEMBLY, '--require-approval', 'never'])
  const deployed = await describeStack(tools.clients.cloudFormation, stackName)
  if (!deployed) throw new CommandError(`CloudFormation no conoce ${stackName}: mira qué ha pasado en su consola.`)

  const answers = await smoke(deployed, tools)
  tools.say(`\nPor su dirección pública:\n${formatVerdicts(answers)}\n`)
  tools.say(describeResult(deployment, deployed, (await check(deployment, tools)).verdicts))
  if (answers.some(({ state }) => state === 'blocked'))
    throw new CommandError(`${stageName} está desplegado y no responde como debe: lo marcado con ✗.`)
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

async function smokeStage({ outputs }: DeployedStack, { ask, clients }: Tools): Promise<readonly NamedVerdict[]> {
  const { SiteUrl: site = '', UserPoolId: userPoolId = '', UserPoolClientId: clientId = '', TableName = '' } = outputs
  const data = openDatabase(createTableConnection(TableName, clients.dynamodb))
  const anonymous = await smokeWithoutAccount({ site, ask })
  try {
    const target = { site, ask, cognito: clients.cognito, userPoolId, clientId, data }
    return [...anonymous, ...(await smokeSignedIn(target))]
  } catch (error) {
    const { name, message } = error as Error
    return [...anonymous, { name: 'con una cuenta', ...due(`No se ha podido comprobar (${name}): ${message}`) }]
  }
}
