import { expect, test } from 'vitest'
import { readPoolNumber } from '../../bin/deploy/checks/user-pool.ts'
import { findTemplateResources, fullyConfiguredStage, getOnlyResource, getStageTemplate } from './synthesised.ts'

const first = getStageTemplate(fullyConfiguredStage, 'prod')
const second = getStageTemplate({ ...fullyConfiguredStage, userPoolNumber: 2 }, 'prod')

const poolIdIn = (template: typeof first): string =>
  Object.keys(findTemplateResources(template, 'AWS::Cognito::UserPool'))[0] ?? ''
const toText = (template: typeof first): string => JSON.stringify(template.toJSON())
const countIn = (template: typeof first, id: string): number => toText(template).split(`"${id}"`).length - 1

test('LIM-13 a stage whose user pool is lost makes another, which all that named the old one follows', () => {
  const [old, made] = [poolIdIn(first), poolIdIn(second)]

  expect(made).not.toBe(old)
  expect(toText(second)).not.toContain(`"${old}"`)
  expect([countIn(first, old) > 20, countIn(second, made)]).toEqual([true, countIn(first, old)])
  expect(getOnlyResource(first, 'AWS::Cognito::UserPool').UpdateReplacePolicy).toBe('Retain')
})

test('the number of a pool is read from the id that the template gives it', () => {
  const tenth = getStageTemplate({ ...fullyConfiguredStage, userPoolNumber: 10 }, 'prod')

  expect([first, second, tenth].map((template) => readPoolNumber(poolIdIn(template)))).toEqual([1, 2, 10])
})
