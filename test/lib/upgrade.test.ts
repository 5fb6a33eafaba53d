import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readResourceTypes } from '../../bin/release/resource-types.ts'
import { listStatefulResources, type StatefulResources } from '../../bin/release/stateful-resources.ts'
import { type DeploymentStage, deploymentStages } from '../../lib/stages.ts'
import { getWholeTemplate, type TemplateResource } from './synthesised.ts'

interface Release {
  readonly version: string
  readonly stages: Readonly<Record<string, StatefulResources>>
}

const types = readResourceTypes()
const released = JSON.parse(readFileSync('lib/released-resources.json', 'utf8')) as Release
const resourcesOf = (name: string, stage: DeploymentStage) =>
  getWholeTemplate(stage, name).toJSON()['Resources'] as Readonly<Record<string, TemplateResource>>

/** What an update from `before` to `today` would remove or replace, in sentences. */
const findLosses = (before: StatefulResources, today: StatefulResources): readonly string[] =>
  Object.entries(before).flatMap(([id, { type, replacing }]) => {
    const now = today[id]
    if (now?.type !== type) return [`${id} (${type}) would be removed`]
    return [...new Set([...Object.keys(replacing), ...Object.keys(now.replacing)])]
      .filter((name) => !isDeepStrictEqual(replacing[name], now.replacing[name]))
      .map((name) => `${id} (${type}) may be replaced: ${name} changes`)
  })

describe('an update from the last release keeps what holds data', () => {
  test.for(Object.entries<DeploymentStage>(deploymentStages))('in %s', ([name, stage]) => {
    const today = listStatefulResources(resourcesOf(name, stage), types)

    expect(released.stages[name]).toBeDefined()
    expect(findLosses(released.stages[name] ?? {}, today)).toEqual([])
  })

  test('which is the release of package.json: `npx node bin/record-release.ts` belongs to each', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

    expect(released.version).toBe(version)
  })
})

describe('a change that would lose data is found:', () => {
  const resources = resourcesOf('prod', deploymentStages.prod)
  const kept = released.stages['prod'] ?? {}
  const lossesAfter = (changed: Readonly<Record<string, TemplateResource>>) =>
    findLosses(kept, listStatefulResources(changed, types))

  test.for([
    'AWS::DynamoDB::GlobalTable',
    'AWS::Cognito::UserPool',
    'AWS::S3::Bucket',
    'AWS::KMS::Key',
    'AWS::SecretsManager::Secret',
  ])('a %s that is gone, or has another logical id', (type) => {
    const ids = Object.entries(resources).flatMap(([id, { Type }]) => (Type === type ? [id] : []))
    expect(ids).not.toEqual([])

    for (const id of ids) {
      const { [id]: gone, ...others } = resources
      expect(lossesAfter({ ...others, ...(gone && { [`${id}2`]: gone }) })).toEqual([
        `${id} (${type}) would be removed`,
      ])
    }
  })

  test.for([
    ['AWS::DynamoDB::GlobalTable', 'KeySchema', [{ AttributeName: 'id', KeyType: 'HASH' }]],
    ['AWS::DynamoDB::GlobalTable', 'TableName', 'another'],
    ['AWS::S3::Bucket', 'BucketName', 'another'],
    ['AWS::S3::Bucket', 'ObjectLockEnabled', true],
    ['AWS::SecretsManager::Secret', 'Name', 'another'],
  ] as const)('a %s with another %s', ([type, name, value]) => {
    const [id = '', resource] = Object.entries(resources).find(([, { Type }]) => Type === type) ?? []
    const changed = { ...resource, Type: type, Properties: { ...resource?.Properties, [name]: value } }

    expect(lossesAfter({ ...resources, [id]: changed })).toEqual([`${id} (${type}) may be replaced: ${name} changes`])
  })

  test('and not one that CloudFormation makes in place', () => {
    const [id = '', resource] =
      Object.entries(resources).find(([, { Type }]) => Type === 'AWS::Cognito::UserPool') ?? []
    const changed = { Type: '', ...resource, Properties: { ...resource?.Properties, MfaConfiguration: 'ON' } }

    expect(lossesAfter({ ...resources, [id]: changed })).toEqual([])
  })
})
