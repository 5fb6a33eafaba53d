import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { nonApiLambdaVariables, userPoolTriggers } from '#platform/lambdas'
import type { Measurement } from '../../bin/bench/measure/bench-product.ts'
import type { GrowthRow } from '../../bin/bench/measure/measure-growth.ts'
import { estimateMonth, functionMemory, stageParts } from '../../bin/bench/measure/monthly-price.ts'
import { prices } from '../../bin/bench/measure/prices.ts'
import { EdgeStack } from '../../lib/edge-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { findLogicalId, findTemplateResources, getWholeTemplate, renderTemplateValue } from './synthesised.ts'

const whole = getWholeTemplate(deploymentStages.prod, 'prod')
const edge = Template.fromStack(
  new EdgeStack(new App({ analyticsReporting: false, builtinCloudFormationValidation: false }), 'prod'),
)
const listOf = (type: string) =>
  [whole, edge].flatMap((template) => Object.values(findTemplateResources(template, type)))
const sumOf = (type: string, count: (properties: never) => number) =>
  listOf(type).reduce((sum, { Properties }) => sum + count(Properties as never), 0)

const countMetrics = ({ Metrics }: { Metrics?: readonly { MetricStat?: object }[] }): number =>
  Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1

/** The other event source is the table's stream. */
const countQueues = ({ EventSourceArn }: { EventSourceArn: unknown }): number =>
  renderTemplateValue(EventSourceArn).endsWith('.Arn}') ? 1 : 0

describe('the price of a month counts what the template of the stage prod has:', () => {
  test('keys, secrets, dashboards, web ACLs and their rules', () => {
    const ofTemplate = {
      keys: listOf('AWS::KMS::Key').length,
      secrets: listOf('AWS::SecretsManager::Secret').length,
      dashboards: listOf('AWS::CloudWatch::Dashboard').length,
      webAcls: listOf('AWS::WAFv2::WebACL').length,
      firewallRules: sumOf('AWS::WAFv2::WebACL', ({ Rules }: { Rules: readonly unknown[] }) => Rules.length),
    }

    expect(stageParts).toMatchObject(ofTemplate)
  })

  test('the metrics that alarms read, two where one looks at two', () => {
    expect(stageParts.alarmMetrics).toBe(sumOf('AWS::CloudWatch::Alarm', countMetrics))
  })

  test('our own metrics, which the dashboard shows all', () => {
    const [board] = listOf('AWS::CloudWatch::Dashboard')
    const shown = renderTemplateValue(board?.Properties.DashboardBody).match(/\["HabitatInterior",/g)

    expect(stageParts.metrics).toBe(shown?.length)
  })

  test('the queues that a function reads', () => {
    expect(stageParts.workQueues).toBe(sumOf('AWS::Lambda::EventSourceMapping', countQueues))
  })

  test('the memory of triggers and of other functions', () => {
    const functions = findTemplateResources(whole, 'AWS::Lambda::Function')
    const triggers: readonly string[] = Object.values(userPoolTriggers)

    for (const name of Object.keys(nonApiLambdaVariables)) {
      const id = findLogicalId(whole, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))
      const memory = triggers.includes(name) ? functionMemory.trigger : functionMemory.other
      expect(functions[id]?.Properties.MemorySize, name).toBe(memory)
    }
  })
})

test('what the trail of the guide records in the table and of objects has its price, which grows with the practice', () => {
  const recorded = [...readFileSync('docs/deploy.md', 'utf8').matchAll(/"resources\.type","Equals":\["(.+?)"\]/g)]
  const [small = 0, large = 0] = [100, 1_000_000].map((clients) => estimateMonth(clients, []).lines['CloudTrail'])

  expect(recorded.map(([, type]) => type)).toEqual(['AWS::S3::Object', 'AWS::DynamoDB::Table'])
  expect(small).toBeGreaterThan(0)
  // Each of 300,000 active clients makes 58 entries and 6 mails, at 0.10 USD for 100,000 events.
  expect(large - small).toBeGreaterThan((300_000 * 64) / 1e6 - 1)
})

test('the copy of the audit log is paid for where nobody uploads a file', () => {
  const quiet = estimateMonth(0, []).lines['S3'] ?? 0

  // 720 digests, and each day those of five years.
  expect(quiet).toBeCloseTo((720 * 5 + 30 * 43_800 * 0.4) / 1e6, 6)
})

const costing = (readUnits: number): Measurement => ({
  readUnits,
  writeUnits: 0,
  units: readUnits,
  requests: 0,
  refused: 0,
  bytes: 0,
  cpuMs: 0,
})

const rowOf = (name: string, measured: readonly number[], mayGrow: boolean): GrowthRow => ({
  action: { name, kind: 'job', run: () => Promise.resolve() },
  sizes: [100, 10_000],
  measured: measured.map(costing),
  growth: 1,
  maxGrowth: 1,
  mayGrow,
})

const unitsOf = (clients: number, row: GrowthRow): number =>
  Math.round(((estimateMonth(clients, [row]).lines['DynamoDB, requests'] ?? 0) / prices.tableRead.usd) * 1e6)

describe('beyond the largest practice that was measured', () => {
  test('what grows with the clients goes on along the line of the sizes measured', () => {
    const row = rowOf('customers/recount', [100, 10_000], true)

    expect([100, 10_000, 1_000_000].map((clients) => unitsOf(clients, row))).toEqual([3000, 300_000, 30_000_000])
  })

  test('a page that is full costs no more', () => {
    const row = rowOf('customers/recount', [10, 40], false)

    expect([100, 10_000, 1_000_000].map((clients) => unitsOf(clients, row))).toEqual([300, 1200, 1200])
  })
})

test.each([
  ['security/check-audit-log', 30],
  ['privacy/sweep-exports', 720],
  ['mail/retry-unsent', 8640],
  ['account/fail-abandoned-attempts', 43_200],
])('%s runs %d times in a month of thirty days', (name, runs) => {
  expect(unitsOf(100, rowOf(name, [1, 1], false))).toBe(runs)
})
