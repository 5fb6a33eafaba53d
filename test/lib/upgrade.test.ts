import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readResourceTypes } from '../../bin/release/resource-types.ts'
import {
  type LimitedParts,
  listStatefulResources,
  type StatefulResources,
} from '../../bin/release/stateful-resources.ts'
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

const hasOwn = (parts: LimitedParts, name: string): boolean => Object.hasOwn(parts, name)

function findRefusedChanges(property: string, before: LimitedParts, now: LimitedParts): readonly string[] {
  const added = Object.keys(now).filter((name) => !hasOwn(before, name))
  const removed = Object.keys(before).filter((name) => !hasOwn(now, name))
  const changed = Object.keys(before).filter(
    (name) => hasOwn(now, name) && !isDeepStrictEqual(asJson(before[name]), asJson(now[name])),
  )
  const refused = changed.map((name) => `${name} cannot be changed`)
  if (property === 'Schema') return [...refused, ...removed.map((name) => `${name} cannot be removed`)]
  const indexes = [...added, ...removed]
  return indexes.length > 1 ? [...refused, `${indexes.join(', ')}: one of them in an update`] : refused
}

/** As the file of the release has it: without what is undefined. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const findRefusals = (before: StatefulResources, today: StatefulResources): readonly string[] =>
  Object.entries(before).flatMap(([id, { limited = {} }]) =>
    Object.entries(limited).flatMap(([property, parts]) =>
      findRefusedChanges(property, parts, today[id]?.limited?.[property] ?? {}),
    ),
  )

describe('an update from the last release keeps what holds data', () => {
  test.for(Object.entries<DeploymentStage>(deploymentStages))('in %s', ([name, stage]) => {
    const today = listStatefulResources(resourcesOf(name, stage), types)

    expect(released.stages[name]).toBeDefined()
    expect(findLosses(released.stages[name] ?? {}, today)).toEqual([])
    expect(findRefusals(released.stages[name] ?? {}, today), 'CloudFormation refuses').toEqual([])
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

const anIndex = (IndexName: string) => ({
  IndexName,
  KeySchema: [{ AttributeName: `${IndexName}pk`, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
})

const add = (more: readonly object[]) => (parts: readonly object[]) => [...parts, ...more]

describe('a change that CloudFormation refuses is found:', () => {
  const { restoredTable: _, ...stage }: DeploymentStage = deploymentStages.prod
  const resources = resourcesOf('prod', stage)
  const refusalsAfter = (type: string, property: string, change: (parts: readonly object[]) => readonly object[]) => {
    const [id = '', resource] = Object.entries(resources).find(([, { Type }]) => Type === type) ?? []
    const parts = (resource?.Properties?.[property] ?? []) as readonly object[]
    const changed = { Type: type, Properties: { ...resource?.Properties, [property]: change(parts) } }
    return findRefusals(
      listStatefulResources(resources, types),
      listStatefulResources({ ...resources, [id]: changed }, types),
    )
  }
  test.for([
    ['two indexes more', (parts: readonly object[]) => [...parts, anIndex('gsi8'), anIndex('gsi9')], 'gsi8, gsi9: one'],
    [
      'one in the place of another',
      (parts: readonly object[]) => [...parts.slice(1), anIndex('gsi9')],
      'gsi9, gsi1: one',
    ],
    ['another key', (parts: readonly object[]) => [anIndex('gsi1'), ...parts.slice(1)], 'gsi1 cannot be changed'],
  ] as const)('of the table, %s', ([, change, refusal]) => {
    expect(refusalsAfter('AWS::DynamoDB::GlobalTable', 'GlobalSecondaryIndexes', change)).toEqual([
      expect.stringContaining(refusal),
    ])
  })

  test.for([
    ['an attribute less', (parts: readonly object[]) => parts.slice(1), 'cannot be removed'],
    [
      'another kind of one',
      ([first, ...parts]: readonly object[]) => [{ ...first, Mutable: 'other' }, ...parts],
      'cannot be changed',
    ],
  ] as const)('of the pool, %s', ([, change, refusal]) => {
    expect(refusalsAfter('AWS::Cognito::UserPool', 'Schema', change)).toEqual([expect.stringContaining(refusal)])
  })

  test('and not one more index, nor more attributes', () => {
    const attributes = [{ Name: 'one' }, { Name: 'two' }]

    expect(refusalsAfter('AWS::DynamoDB::GlobalTable', 'GlobalSecondaryIndexes', add([anIndex('gsi9')]))).toEqual([])
    expect(refusalsAfter('AWS::Cognito::UserPool', 'Schema', add(attributes))).toEqual([])
  })
})
