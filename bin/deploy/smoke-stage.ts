import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { smokeWithoutAccount } from './smoke.ts'
import { smokeSignedIn } from './smoke-account.ts'
import type { DeployedStack } from './stack.ts'
import type { Tools } from './tools.ts'
import { due, type NamedVerdict } from './verdict.ts'

/** Uses the public domain, or CloudFront's own while the domain does not point to it yet. */
export async function smokeStage(
  { outputs }: DeployedStack,
  { ask, clients, dns }: Tools,
): Promise<readonly NamedVerdict[]> {
  const { UserPoolId: userPoolId = '', UserPoolClientId: clientId = '', TableName = '' } = outputs
  const { site, verdicts } = await findSite(outputs, dns)
  const data = openDatabase(createTableConnection(TableName, clients.dynamodb))
  const target = { site, ask, cognito: clients.cognito, userPoolId, clientId, data }
  return [...verdicts, ...(await smokeWithoutAccount(target)), ...(await smokeSignedIn(target))]
}

async function findSite(
  { SiteUrl: site = '', DistributionDomain: distribution = '' }: DeployedStack['outputs'],
  dns: Tools['dns'],
): Promise<{ readonly site: string; readonly verdicts: readonly NamedVerdict[] }> {
  const { hostname } = new URL(site)
  if (hostname === distribution || (await hasAddress(hostname, dns))) return { site, verdicts: [] }
  const record = `${hostname} no tiene aún dirección: crea en el DNS un alias o CNAME de ${hostname} a ${distribution}, por el que se ha preguntado aquí.`
  return { site: `https://${distribution}`, verdicts: [{ name: 'dominio', ...due(record) }] }
}

const hasAddress = (name: string, dns: Tools['dns']): Promise<boolean> =>
  dns.resolve4(name).then(
    () => true,
    () => false,
  )
