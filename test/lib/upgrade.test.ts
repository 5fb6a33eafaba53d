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

/** Resources without data that an update may replace, by the beginning of their logical id. */
const replaceable: Readonly<Record<string, string>> = {
  WebsiteOriginSecret: 'CloudFront and the functions get the new one in the same deployment; nobody else has it',
}

const isReplaceable = (id: string): boolean =>
  Object.keys(replaceable).some((name) => new RegExp(`^${name}\\d*[0-9A-F]{8}$`).test(id))

const findLosses = (before: StatefulResources, today: StatefulResources): readonly string[] =>
  Object.entries(before).flatMap(([id, { type, replacing }]) => {
    if (isReplaceable(id)) return []
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
  // Also while production uses a restored table, which is outside the stack.
  const { restoredTable: _, ...stage }: DeploymentStage = deploymentStages.prod
  const resources = resourcesOf('prod', stage)
  const kept = listStatefulResources(resources, types)
  const lossesAfter = (changed: Readonly<Record<string, TemplateResource>>) =>
    findLosses(kept, listStatefulResources(changed, types))

  test.for([
    'AWS::DynamoDB::GlobalTable',
    'AWS::Cognito::UserPool',
    'AWS::S3::Bucket',
    'AWS::KMS::Key',
    'AWS::SecretsManager::Secret',
  ])('a %s that is gone, or has another logical id', (type) => {
    const ids = Object.entries(resources).flatMap(([id, { Type }]) => (Type === type && !isReplaceable(id) ? [id] : []))
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
    const [id = '', resource] =
      Object.entries(resources).find(([each, { Type }]) => Type === type && !isReplaceable(each)) ?? []
    const changed = { ...resource, Type: type, Properties: { ...resource?.Properties, [name]: value } }

    expect(lossesAfter({ ...resources, [id]: changed })).toEqual([`${id} (${type}) may be replaced: ${name} changes`])
  })

  test('and not a secret that is made anew when its construct is renamed, as docs/deploy.md says', () => {
    const [id = ''] = Object.keys(resources).filter((each) => each.startsWith('WebsiteOriginSecret'))
    const { [id]: gone, ...others } = resources

    expect(gone?.Type).toBe('AWS::SecretsManager::Secret')
    expect(lossesAfter({ ...others, ...(gone && { WebsiteOriginSecret212345678: gone }) })).toEqual([])
  })

  test('and not one that CloudFormation makes in place', () => {
    const [id = '', resource] =
      Object.entries(resources).find(([, { Type }]) => Type === 'AWS::Cognito::UserPool') ?? []
    const changed = { Type: '', ...resource, Properties: { ...resource?.Properties, MfaConfiguration: 'ON' } }

    expect(lossesAfter({ ...resources, [id]: changed })).toEqual([])
  })
})
