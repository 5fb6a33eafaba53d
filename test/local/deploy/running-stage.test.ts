import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkDomain } from '../../../bin/deploy/checks/certificate.ts'
import { checkRestoredTable } from '../../../bin/deploy/checks/restored-table.ts'
import { checkUserPool } from '../../../bin/deploy/checks/user-pool.ts'
import type { CheckContext } from '../../../bin/deploy/check.ts'
import { answerAsStageAt, configuredStage, createCheckContext, outputs, silentDns } from './context.ts'

const cloudFormation = mockClient(CloudFormationClient)
const dynamodb = mockClient(DynamoDBClient)
const cognito = mockClient(CognitoIdentityProviderClient)
beforeEach(() => {
  for (const client of [cloudFormation, dynamodb, cognito]) client.reset()
  dynamodb.on(ListTablesCommand).resolves({ TableNames: [outputs.TableName] })
  dynamodb.on(DescribeTableCommand).resolves({ Table: { TableName: outputs.TableName } })
  hasPools({ Id: outputs.UserPoolId, daysOld: 1 })
})

interface FakePool {
  readonly Id: string
  readonly daysOld: number
  readonly tags?: Readonly<Record<string, string>>
}

/** One a page. */
function hasPools(...pools: readonly FakePool[]): void {
  for (const [index, { Id, daysOld, tags }] of pools.entries()) {
    const CreationDate = new Date(Date.now() - daysOld * 86_400_000)
    const UserPoolTags = tags ?? { application: 'habitat-interior', stage: 'prod' }
    const NextToken = index + 1 < pools.length ? `${index + 1}` : undefined
    cognito
      .on(ListUserPoolsCommand, index === 0 ? { MaxResults: 60 } : { MaxResults: 60, NextToken: `${index}` })
      .resolves({ UserPools: [{ Id, CreationDate }], NextToken })
      .on(DescribeUserPoolCommand, { UserPoolId: Id })
      .resolves({ UserPool: { Id, CreationDate, UserPoolTags } })
  }
}

const ownTable = { LogicalResourceId: 'DataTableFDBAD0F2', ResourceType: 'AWS::DynamoDB::GlobalTable' }
const ownPool = { ResourceType: 'AWS::Cognito::UserPool', PhysicalResourceId: outputs.UserPoolId }

function deploysResources(...resources: readonly { readonly PhysicalResourceId: string }[]): void {
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: resources.map((resource) => ({
      LogicalResourceId: 'One',
      ResourceType: 'AWS::S3::Bucket',
      LastUpdatedTimestamp: new Date(0),
      ResourceStatus: 'UPDATE_COMPLETE',
      ...resource,
    })),
  })
}

describe('a checkout without what a restoration has written', () => {
  test('does not put the product on a new, empty table', async () => {
    deploysResources({ PhysicalResourceId: 'bucket' })
    const deployed = { stackId: 'id', status: 'UPDATE_COMPLETE', outputs: { ...outputs, TableName: 'restored' } }

    expect(await checkRestoredTable(createCheckContext({ deployed }))).toEqual({
      state: 'blocked',
      sentence: expect.stringContaining('prod trabaja con restored'),
    })
  })

  test('is no such one where the stack has its own table, or nothing is deployed', async () => {
    deploysResources({ ...ownTable, PhysicalResourceId: outputs.TableName })

    expect(await checkRestoredTable(createCheckContext())).toMatchObject({ state: 'ready' })
    expect(await checkRestoredTable(createCheckContext({ deployed: undefined }))).toMatchObject({ state: 'ready' })
  })

  test.for([
    ['DirectoryPool12345678', undefined, 'ready'],
    ['DirectoryPool12345678', 2, 'ready'],
    ['DirectoryPool212345678', 2, 'ready'],
    ['DirectoryPool212345678', undefined, 'blocked'],
    ['DirectoryPool312345678', 2, 'blocked'],
  ] as const)('does not put the product on an empty pool: %s and number %s', async ([id, number, state]) => {
    deploysResources({ ...ownPool, LogicalResourceId: id } as typeof ownPool)
    const stage = { ...configuredStage, ...(number && { userPoolNumber: number }) }

    expect(await checkUserPool(createCheckContext({ stage }))).toMatchObject({ state })
  })
})

describe('LIM-13 a user pool that another one has replaced holds people who are erased since', () => {
  const stage = { ...configuredStage, userPoolNumber: 2 }
  const old = { Id: 'eu-west-1_old', daysOld: 400 }
  const askWith = (...pools: readonly FakePool[]) => {
    hasPools(...pools)
    deploysResources({ ...ownPool, LogicalResourceId: 'DirectoryPool212345678' } as typeof ownPool)
    return checkUserPool(createCheckContext({ stage }))
  }

  test.for([
    [19, 'ready', 'Los usuarios siguen'],
    [21, 'due', 'eu-west-1_old (21 días)'],
  ] as const)('%i days after the change each deployment is %s about it', async ([daysOld, state, words]) => {
    expect(await askWith(old, { Id: outputs.UserPoolId, daysOld })).toEqual({
      state,
      sentence: expect.stringContaining(words),
    })
  })

  test('and it is not one of another stage or product, nor the one in use', async () => {
    const pools = [
      { ...old, tags: { application: 'habitat-interior', stage: 'dev' } },
      { ...old, Id: 'eu-west-1_other', tags: { application: 'another', stage: 'prod' } },
      { Id: outputs.UserPoolId, daysOld: 100 },
    ]

    expect(await askWith(...pools)).toMatchObject({ state: 'ready' })
  })

  test('and a role that may not list pools deploys all the same, and is told', async () => {
    const asked = askWith(old, { Id: outputs.UserPoolId, daysOld: 21 })
    cognito.on(ListUserPoolsCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))

    expect(await asked).toEqual({ state: 'due', sentence: expect.stringContaining('(AccessDeniedException)') })
  })
})

/** The distribution does not know the name yet; its addresses know the distribution. */
const fetchAt: CheckContext['fetchAt'] = async (address, { href }) =>
  address === '192.0.2.1' && href === 'https://d111.cloudfront.net/config.json'
    ? { userPoolId: outputs.UserPoolId }
    : undefined

test('a name that a running stage is given leads to its distribution before people are sent there', async () => {
  const withAnother = { ...outputs, SiteUrl: `https://${outputs.DistributionDomain}` }
  const deployed = { stackId: 'id', status: 'UPDATE_COMPLETE', outputs: withAnother }

  expect(await checkDomain(createCheckContext({ deployed }))).toEqual({
    state: 'blocked',
    sentence: 'Crea en el DNS un alias o CNAME de www.habitat.es a d111.cloudfront.net. Después, repite.',
  })
  const dns = { ...silentDns, resolve4: async () => ['192.0.2.1'] }
  const fetch = answerAsStageAt('d111.cloudfront.net')
  expect(await checkDomain(createCheckContext({ deployed, dns, fetch }))).toEqual({
    state: 'blocked',
    sentence:
      'www.habitat.es lleva a otro sitio: en el DNS ha de ser un alias o CNAME a d111.cloudfront.net. Después, repite.',
  })
  expect(await checkDomain(createCheckContext({ deployed, dns, fetch, fetchAt }))).toMatchObject({ state: 'ready' })
})
