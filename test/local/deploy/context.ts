import type { CheckContext, DnsResolver } from '../../../bin/deploy/check.ts'
import { createClients } from '../../../bin/deploy/clients.ts'
import { listStackResources } from '../../../bin/deploy/stack.ts'
import type { DeploymentStage } from '../../../lib/stages.ts'
import { deploymentStages } from '../../../lib/stages.ts'

export const configuredStage: DeploymentStage = {
  ...deploymentStages.prod,
  domain: { name: 'www.habitat.es', certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1' },
  google: { clientId: 'google-client', clientSecretName: 'habitat-interior/prod/google' },
  mail: { identity: 'habitat.es', sender: 'hola@habitat.es' },
  alarmEmail: 'guardia@habitat.es',
  // The practice data of this repository are an example.
  mayShowExamplePractice: true,
}

export const outputs = {
  SiteUrl: 'https://www.habitat.es',
  DistributionDomain: 'd111.cloudfront.net',
  OauthDomain: 'habitat.auth.eu-west-1.amazoncognito.com',
  StripeSecret: 'stripe-secret',
  StripeWebhookUrl: 'https://www.habitat.es/api/stripe/webhook',
  TableName: 'table',
  UserPoolId: 'eu-west-1_pool',
  UserPoolClientId: 'client',
}

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

/** Answers as the site of a stage at these hosts, and as another site elsewhere. */
export const answerAsStageAt =
  (...hosts: readonly string[]): CheckContext['fetch'] =>
  async (url) => {
    const { host, pathname } = new URL(url)
    if (pathname !== '/config.json') return new Response('', { status: 404 })
    return hosts.includes(host)
      ? Response.json({ userPoolId: outputs.UserPoolId })
      : new Response('<h1>La web de antes</h1>', { headers: { 'content-type': 'text/html' } })
  }

export const silentDns: DnsResolver = { resolveTxt: failing('ENODATA'), resolve4: failing('ENOTFOUND') }

export function createTestClients() {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' })
  return createClients('eu-west-1')
}

export function createCheckContext(more: Partial<CheckContext> = {}): CheckContext {
  const clients = more.clients ?? createTestClients()
  const stackName = more.stackName ?? 'HabitatInterior-prod'
  return {
    stageName: 'prod',
    stackName,
    stage: configuredStage,
    accountId: '111111111111',
    deployed: { stackId: 'arn:stack', status: 'UPDATE_COMPLETE', outputs },
    clients,
    listResources: () => listStackResources(clients.cloudFormation, stackName),
    dns: silentDns,
    fetch: () => Promise.reject(new Error('nobody is asked')),
    fetchAt: () => Promise.reject(new Error('nobody is asked')),
    ...more,
  }
}
