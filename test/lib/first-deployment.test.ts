import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import type { PracticeStackProps } from '../../lib/practice-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { findTemplateResources, fullyConfiguredStage, getOnlyResource, getStageTemplate } from './synthesised.ts'

const PLAN = 'AWS::GuardDuty::MalwareProtectionPlan'

type Resources = Readonly<Record<string, object>>

const findOnlyId = (of: Template, type: string): string => {
  expect(getOnlyResource(of, type)).toBeDefined()
  return Object.keys(findTemplateResources(of, type))[0] ?? ''
}

function listNeeds(all: Resources, id: string): readonly string[] {
  const { DependsOn = [], ...rest } = all[id] as { readonly DependsOn?: string | readonly string[] }
  const words = new Set([DependsOn].flat())
  JSON.stringify(rest, (key: string, value: unknown) => {
    if (key === 'Ref') words.add(String(value))
    if (key === 'Fn::GetAtt') words.add(String((value as readonly string[])[0]))
    if (key === 'Fn::Sub') for (const [, name = ''] of JSON.stringify(value).matchAll(/\$\{(\w+)/g)) words.add(name)
    return value
  })
  return [...words].filter((each) => each in all)
}

function listAllNeeds(all: Resources, id: string): ReadonlySet<string> {
  const needs = new Set<string>()
  const follow = (each: string): void => {
    if (needs.has(each)) return
    needs.add(each)
    for (const need of listNeeds(all, each)) follow(need)
  }
  for (const each of listNeeds(all, id)) follow(each)
  return needs
}

const { domain: _, ...withoutDomain } = fullyConfiguredStage
const stages: readonly (readonly [description: string, name: string, stage: PracticeStackProps])[] = [
  ...Object.entries<PracticeStackProps>(deploymentStages).map(([name, stage]) => [name, name, stage] as const),
  ['prod with a domain', 'prod', fullyConfiguredStage],
  ['prod without a domain', 'prod', withoutDomain],
  ['prod with a second user pool', 'prod', { ...fullyConfiguredStage, userPoolNumber: 2 }],
]

describe.for(stages)('in %s', ([, name, stage]) => {
  const template = getStageTemplate(stage, name)
  const all = template.toJSON()['Resources'] as Resources

  test('the plan against malware is made minutes after its role may scan: with CloudFront, which the role does not wait for', () => {
    const distribution = findOnlyId(template, 'AWS::CloudFront::Distribution')
    const [plan, bucket] = [findOnlyId(template, PLAN), 'FilesBucket7C17EE2E']
    const needed = listNeeds(all, plan)
    const policies = needed.filter((id) => id in findTemplateResources(template, 'AWS::IAM::Policy'))

    expect(needed).toEqual(expect.arrayContaining([distribution, bucket]))
    expect(policies).toEqual([expect.stringMatching(/^FilesMalwareScanRole/)])
    for (const id of policies) expect([...listAllNeeds(all, id)]).not.toContain(distribution)
  })

  test('nothing waits for itself', () => {
    const isDone = new Map<string, boolean>()
    const follow = (id: string, path: readonly string[]): void => {
      expect(path).not.toContain(id)
      if (isDone.has(id)) return
      for (const each of listNeeds(all, id)) follow(each, [...path, id])
      isDone.set(id, true)
    }

    for (const id of Object.keys(all)) follow(id, [])
    expect(isDone.size).toBe(Object.keys(all).length)
  })
})

test.for(stages.filter(([, , { webApplicationFirewall }]) => webApplicationFirewall))(
  'in %s the web ACL is put before the user pool after the pages are copied, which waits for the pool: WAF does not know it at once',
  ([, name, stage]) => {
    const template = getStageTemplate(stage, name)
    const all = template.toJSON()['Resources'] as Resources
    const pages = Object.keys(findTemplateResources(template, 'Custom::CDKBucketDeployment'))
    const pool = findOnlyId(template, 'AWS::Cognito::UserPool')
    const association = findOnlyId(template, 'AWS::WAFv2::WebACLAssociation')

    expect(pages).toHaveLength(1)
    expect([...listAllNeeds(all, association)]).toEqual(expect.arrayContaining([...pages, pool]))
    expect([...listAllNeeds(all, pages[0] ?? '')]).toContain(pool)
  },
)
