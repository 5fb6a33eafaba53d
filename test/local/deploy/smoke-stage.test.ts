import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test } from 'vitest'
import { smokeStage } from '../../../bin/deploy/smoke-stage.ts'
import type { Tools } from '../../../bin/deploy/tools.ts'
import { answerAsStageAt, createTestClients, outputs, silentDns } from './context.ts'

mockClient(CognitoIdentityProviderClient)
mockClient(DynamoDBClient)

/** @returns the hosts that are asked as the stage, and the message about the domain */
async function smoke(dns: Tools['dns'], changes: Partial<typeof outputs> = {}, answer = answerAsStageAt()) {
  const asked = new Set<string>()
  const fetch: Tools['fetch'] = async (url) => {
    if (new URL(url).pathname === '/api/health') asked.add(new URL(url).host)
    return answer(url)
  }
  const deployed = { stackId: 'arn:stack', status: 'CREATE_COMPLETE', outputs: { ...outputs, ...changes } }
  const verdicts = await smokeStage(deployed, { fetch, dns, clients: createTestClients() } as unknown as Tools)
  return { asked: [...asked], domain: verdicts.filter(({ name }) => name === 'dominio') }
}

test('a first deployment is asked by the name of CloudFront, for its own cannot lead there yet', async () => {
  const { asked, domain } = await smoke(silentDns)

  expect(asked).toEqual(['d111.cloudfront.net'])
  expect(domain).toEqual([
    {
      name: 'dominio',
      state: 'due',
      sentence: expect.stringContaining('un alias o CNAME de www.habitat.es a d111.cloudfront.net'),
    },
  ])
})

const dns = { ...silentDns, resolve4: async () => ['192.0.2.1'] }

test('once its name leads to it a stage is asked by that, as people do', async () => {
  expect(await smoke(dns, {}, answerAsStageAt('www.habitat.es'))).toEqual({ asked: ['www.habitat.es'], domain: [] })
})

test('a name that leads to another site is not asked as if it were the stage', async () => {
  const { asked, domain } = await smoke(dns, {}, answerAsStageAt('d111.cloudfront.net'))

  expect(asked).toEqual(['d111.cloudfront.net'])
  expect(domain).toEqual([
    {
      name: 'dominio',
      state: 'due',
      sentence: expect.stringContaining('www.habitat.es no responde como este entorno'),
    },
  ])
})

test('a stage without a domain has no name to wait for', async () => {
  expect(await smoke(silentDns, { SiteUrl: 'https://d111.cloudfront.net' })).toEqual({
    asked: ['d111.cloudfront.net'],
    domain: [],
  })
})
