import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'
import { describe, expect, test } from 'vitest'
import { type DeploymentStage, deploymentStages, type ProductionStage } from '../../lib/stages.ts'
import {
  findTemplateResources,
  fullyConfiguredStage,
  getStageTemplate,
  getWholeTemplate,
  synthesiseStack,
} from './synthesised.ts'

// Some names end with a hash of their location.
const nameless = (name: string): unknown =>
  JSON.parse(
    JSON.stringify(
      [getStageTemplate, getWholeTemplate].map((template) => template(deploymentStages.prod, name).toJSON()),
    )
      .replaceAll(name, 'stage')
      .replaceAll(/[0-9A-Fa-f]{8,}/g, '11111111'),
  )

const taggedTypes = [
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::WAFv2::WebACL',
]

type TagList = readonly { readonly Key: string; readonly Value: string }[]

interface TaggedProperties {
  readonly Tags?: Readonly<Record<string, string>> | TagList
  readonly UserPoolTags?: Readonly<Record<string, string>>
  readonly Replicas?: readonly TaggedProperties[]
}

const isTagList = (tags: object): tags is TagList => Array.isArray(tags)

function tagsOf({ Tags, UserPoolTags, Replicas }: TaggedProperties): Readonly<Record<string, string>> {
  const given = Tags ?? UserPoolTags ?? (Replicas?.[0] && tagsOf(Replicas[0])) ?? {}
  return isTagList(given) ? Object.fromEntries(given.map(({ Key, Value }) => [Key, Value])) : given
}

describe('a stage', () => {
  test('is what stages.ts says and nothing else: its name changes names only', () => {
    expect(nameless('alpha')).toEqual(nameless('apple'))
  })

  test('of production is refused deletion, that of development is not', () => {
    expect(synthesised('prod').stack.terminationProtection).toBe(true)
    expect(synthesised('dev').stack.terminationProtection).toBe(false)
  })

  test.for([
    ['dev', deploymentStages.dev, 30],
    ['prod', fullyConfiguredStage, 30],
  ] as const)('%s keeps every log for as long as it says', ([name, stage, days]) => {
    const logs = Object.entries(findTemplateResources(getStageTemplate(stage, name), 'AWS::Logs::LogGroup'))
    const kept = logs.map(([id, { Properties }]) => [id, Properties.RetentionInDays])

    expect(kept).toEqual(logs.map(([id]) => [id, days]))
  })

  test('keeps its data in the European Union', () => {
    for (const { region } of Object.values(deploymentStages)) expect(region).toMatch(/^eu-/)
  })

  test('can be in no region where CloudFront writes its logs to no bucket', () => {
    // @ts-expect-error -- accounts opt in to this region
    const stage: DeploymentStage = { ...deploymentStages.dev, region: 'eu-south-2' }

    expect(stage.region).toBe('eu-south-2')
  })

  test('of production does not compile without mail, nor without whoever hears of alarms', () => {
    const { mail, alarmEmail, ...others } = deploymentStages.prod
    // @ts-expect-error -- receipts and notices would wait for ever
    const silent: ProductionStage = { ...others, alarmEmail }
    // @ts-expect-error -- alarms would be seen by nobody
    const unheard: ProductionStage = { ...others, mail }

    expect([silent, unheard]).toEqual([
      { ...others, alarmEmail },
      { ...others, mail },
    ])
  })

  test.for(taggedTypes)('puts the tags by which costs are divided on each %s', (type) => {
    const resources = Object.entries(findTemplateResources(getStageTemplate(deploymentStages.prod, 'prod'), type))

    expect(resources).not.toEqual([])
    for (const [id, { Properties }] of resources)
      expect([id, tagsOf(Properties)]).toMatchObject([id, { application: 'habitat-interior', stage: 'prod' }])
  })

  test('tells who deploys it where everything is', () => {
    expect(Object.keys(getStageTemplate().toJSON()['Outputs']).toSorted()).toEqual([
      'DistributionDomain',
      'FilesBucket',
      'OauthDomain',
      'RecoveryBucket',
      'SecondFactorKey',
      'SiteUrl',
      'StripeSecret',
      'StripeWebhookUrl',
      'TableKey',
      'TableName',
      'UserPoolClientId',
      'UserPoolId',
    ])
  })
})

/** Not in `fullyConfiguredStage`: the template for this machine has no vault. */
const backup = { backup: { lock: 'governance' } } as const

const checkedStages = { ...deploymentStages, 'every optional input': { ...fullyConfiguredStage, ...backup } }
type CheckedStage = keyof typeof checkedStages
const checkedNames = Object.keys(checkedStages) as CheckedStage[]

const made = new Map<CheckedStage, ReturnType<typeof synthesiseStack>>()

function synthesised(stage: CheckedStage): ReturnType<typeof synthesiseStack> {
  const known = made.get(stage) ?? synthesiseStack(checkedStages[stage], 'checked')
  made.set(stage, known)
  return known
}

const acceptedAt = ({ node }: IConstruct): readonly string[] =>
  node.metadata
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.keys(data).map((id) => id.replace(/^annotation::/i, '')))

function findingsOf(app: App): readonly string[] {
  const checks = new AwsSolutionsChecks(app)
  Object.defineProperty(checks, 'isAcknowledged', { value: () => false })
  return checks
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.flatMap(({ constructPath = '' }) =>
        pathsAbove(constructPath).map((path) => `${path} ${ruleName}`),
      ),
    )
}

/** Includes parent paths: an exception covers everything below. */
const pathsAbove = (path: string): readonly string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))

describe('the rules of AWS Solutions find nothing unaccepted', () => {
  test.for(checkedNames)('in %s', (stage) => {
    const { app } = synthesised(stage)
    const { violations } = new AwsSolutionsChecks(app).validateScope(app)
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([])
  })

  test('and nothing is accepted that they do not find', () => {
    const accepted = new Set<string>()
    const found = new Set<string>()
    for (const stage of checkedNames) {
      const { app } = synthesised(stage)
      for (const node of app.node.findAll()) for (const id of acceptedAt(node)) accepted.add(`${node.node.path} ${id}`)
      for (const finding of findingsOf(app)) found.add(finding)
    }

    expect([...accepted].filter((acceptance) => !found.has(acceptance))).toEqual([])
  })

  test('and they do look: a bucket that lost its policy is found', () => {
    const { app, stack } = synthesiseStack()
    stack.node.tryFindChild('Logs')?.node.tryRemoveChild('Policy')
    const { violations } = new AwsSolutionsChecks(app).validateScope(app)
    expect(violations.map(({ ruleName }) => ruleName)).toContain('AwsSolutions-S10')
  })
})
