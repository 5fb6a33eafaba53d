import { describe, expect, test } from 'vitest'
import { openTemplateStack } from '../../../bin/local/iam/template-policies.ts'
import {
  getOnlyStackResource,
  listStackResources,
  requireKnownProperties,
  requireKnownTypes,
} from '../../../bin/local/template/resources.ts'

const open = (Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>) =>
  openTemplateStack({ Resources } as never, { stackName: 'Stack', region: 'eu-west-1' })

const queue = { Type: 'AWS::SQS::Queue' }

test('a resource of a type that this machine neither runs nor knows to be without meaning is an error', () => {
  const stack = open({
    Queue: queue,
    Board: { Type: 'AWS::CloudWatch::Dashboard' },
    Pipe: { Type: 'AWS::Pipes::Pipe' },
  })

  expect(() => requireKnownTypes(stack, ['AWS::SQS::Queue'])).toThrow(
    /^not run on this machine: Pipe \(AWS::Pipes::Pipe\)$/,
  )
  expect(() => requireKnownTypes(stack, ['AWS::SQS::Queue', 'AWS::Pipes::Pipe'])).not.toThrow()
})

test('properties are read with ids and ARNs in the place of references, and only those that are asked for', () => {
  const properties = { Arn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Other: { 'Fn::ImportValue': 'elsewhere' } }
  const stack = open({ Queue: queue, Pipe: { Type: 'AWS::Pipes::Pipe', Properties: properties } })

  const [pipe] = listStackResources<{ readonly Arn: string }>(stack, 'AWS::Pipes::Pipe', ['Arn'])

  expect(pipe?.properties).toEqual({ Arn: 'arn:aws:sqs:eu-west-1:000000000000:Queue' })
})

test('where the product knows one of a kind, a second one is an error', () => {
  const find = (stack: ReturnType<typeof open>) => getOnlyStackResource(stack, 'AWS::SQS::Queue', [])

  expect(find(open({ Queue: queue })).ref).toBe('https://sqs.eu-west-1.amazonaws.com/000000000000/Queue')
  expect(() => find(open({ Queue: queue, Other: queue }))).toThrow('the stack has 2 AWS::SQS::Queue, not one')
  expect(() => find(open({}))).toThrow('the stack has 0 AWS::SQS::Queue, not one')
})

const check = (Properties: object) => () => {
  const known = { runs: ['Name', 'Rules.Arn'], fixed: { Mode: 'OFF' }, ignored: { 'Rules.Id': 'names a rule' } }
  requireKnownProperties(open({ Queue: { ...queue, Properties } }), { 'AWS::SQS::Queue': known })
}

describe('of a resource that is run', () => {
  test('each property is read, means nothing here, or says what a stand-in does', () => {
    const Tags = [{ Key: 'stage', Value: 'prod' }]

    expect(check({ Name: 'queue', Rules: [{ Arn: { Ref: 'Queue' }, Id: 'one' }], Mode: 'OFF', Tags })).not.toThrow()
  })

  test.for([
    [{ Other: 'one' }, 'Queue.Other'],
    [{ Rules: [{ Arn: 'one' }, { Retry: { Times: 3 } }] }, 'Queue.Rules.Retry'],
    [{ Rules: 'all' }, 'Queue.Rules'],
    [{ Mode: 'FLEXIBLE' }, 'Queue.Mode'],
  ] as const)('any other is an error: %o', ([properties, unknown]) => {
    expect(check(properties)).toThrow(new RegExp(`mean on this machine: ${unknown}$`))
  })
})
