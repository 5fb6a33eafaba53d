import { expect, test } from 'vitest'
import { fullyConfiguredStage, getOnlyResource, findTemplateResources, getStageTemplate } from './synthesised.ts'

const template = getStageTemplate(fullyConfiguredStage, 'prod')
const resources = template.toJSON()['Resources'] as Readonly<Record<string, object>>
const [distribution = ''] = Object.keys(findTemplateResources(template, 'AWS::CloudFront::Distribution'))

const listNeeds = (id: string): readonly string[] => {
  const { DependsOn = [], ...rest } = resources[id] as { readonly DependsOn?: string | readonly string[] }
  const words = new Set([DependsOn].flat())
  JSON.stringify(rest, (key: string, value: unknown) => {
    if (key === 'Ref') words.add(String(value))
    if (key === 'Fn::GetAtt') words.add(String((value as readonly string[])[0]))
    if (key === 'Fn::Sub') for (const [, name = ''] of JSON.stringify(value).matchAll(/\$\{(\w+)/g)) words.add(name)
    return value
  })
  return [...words].filter((each) => each in resources)
}

test.for(['AWS::WAFv2::WebACLAssociation', 'AWS::GuardDuty::MalwareProtectionPlan'])(
  '%s is made minutes after what it needs: with CloudFront, and not while AWS does not know that yet',
  (type) => {
    expect(getOnlyResource(template, type)).toBeDefined()
    const [id = ''] = Object.keys(findTemplateResources(template, type))

    expect(distribution).not.toBe('')
    expect(listNeeds(id)).toContain(distribution)
  },
)

test('nothing waits for itself', () => {
  const isDone = new Map<string, boolean>()
  const follow = (id: string, path: readonly string[]): void => {
    expect(path).not.toContain(id)
    if (isDone.has(id)) return
    for (const each of listNeeds(id)) follow(each, [...path, id])
    isDone.set(id, true)
  }

  for (const id of Object.keys(resources)) follow(id, [])
  expect(isDone.size).toBe(Object.keys(resources).length)
})
