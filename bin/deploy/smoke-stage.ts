import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { answersAsStage, findAddress } from './domain.ts'
import { smokeWithoutAccount } from './smoke.ts'
import { smokeSignedIn } from './smoke-account.ts'
import type { DeployedStack } from './stack.ts'
import type { Tools } from './tools.ts'
import { due, type NamedVerdict } from './verdict.ts'

/**
 * Uses the public domain, or CloudFront's own while the domain does not lead to the stage: nobody else is asked, least of
 * all with a token.
 */
export async function smokeStage(
  { outputs }: DeployedStack,
  { fetch, clients, dns }: Tools,
): Promise<readonly NamedVerdict[]> {
  const { UserPoolId: userPoolId = '', UserPoolClientId: clientId = '', TableName = '' } = outputs
  const { site, verdicts } = await findSite(outputs, { fetch, dns })
  const data = openDatabase(createTableConnection(TableName, clients.dynamodb))
  const target = { site, fetch, cognito: clients.cognito, userPoolId, clientId, data }
  return [...verdicts, ...(await smokeWithoutAccount(target)), ...(await smokeSignedIn(target))]
}

async function findSite(
  { SiteUrl: site = '', DistributionDomain: distribution = '', UserPoolId: userPoolId = '' }: DeployedStack['outputs'],
  { fetch, dns }: Pick<Tools, 'fetch' | 'dns'>,
): Promise<{ readonly site: string; readonly verdicts: readonly NamedVerdict[] }> {
  const { hostname } = new URL(site)
  if (hostname === distribution || (await answersAsStage(hostname, userPoolId, fetch))) return { site, verdicts: [] }
  const problem = (await findAddress(hostname, dns))
    ? `${hostname} no responde como este entorno: en el DNS ha de ser`
    : `${hostname} no tiene aún dirección: crea en el DNS`
  const record = `${problem} un alias o CNAME de ${hostname} a ${distribution}, por el que se ha preguntado aquí.`
  return { site: `https://${distribution}`, verdicts: [{ name: 'dominio', ...due(record) }] }
}
