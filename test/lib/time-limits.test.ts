import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { lambdaSchedules, nonApiLambdaVariables, userPoolTriggers } from '#platform/lambdas'
import { createLambdaHandler as serveErasure } from '../../functions/privacy/erase-due.handler.ts'
import { findLogicalId, findTemplateResources, getStageTemplate } from './synthesised.ts'

const template = getStageTemplate()

const propertiesOf = (name: string): Readonly<Record<'Timeout' | 'MemorySize', number>> =>
  findTemplateResources(template, 'AWS::Lambda::Function')[
    findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))
  ]?.Properties

const secondsOf = (name: string): number => propertiesOf(name).Timeout

describe('the time limit of a function', () => {
  const byGateway = [...apiDomains, 'payments/stripe-webhook']
  const byPool = Object.values(userPoolTriggers)
  const byClock = Object.keys(lambdaSchedules)

  test.for(byGateway)('%s answers before API Gateway gives up, which is after 30 seconds', (name) => {
    expect(secondsOf(name)).toBeLessThan(30)
    expect(secondsOf(name)).toBeGreaterThanOrEqual(20)
  })

  test.for(byPool)('%s is not at work any more when Cognito, which waits five seconds, asks again', (name) => {
    expect(secondsOf(name)).toBe(5)
  })

  // Lambda allocates a full processor at 1769 MB, and a proportional share below.
  test.for(byPool)('%s has a whole processor, for three of them stand before a sign-in', (name) => {
    expect(propertiesOf(name).MemorySize).toBeGreaterThanOrEqual(1769)
  })

  // The longest import took 143 ms of a full processor (docs/performance.md). bundles.test.ts prevents growth in bytes,
  // because milliseconds differ between machines.
  test.for(byGateway)('%s has more than half a processor, with which its import was measured below 300 ms', (name) => {
    expect(propertiesOf(name).MemorySize).toBeGreaterThanOrEqual(1024)
  })

  test.for(byClock)('%s has minutes, as it goes through lists', (name) => {
    expect(secondsOf(name)).toBeGreaterThanOrEqual(120)
  })

  // docs/performance.md: a run of ten minutes, continued by a later one where that does not suffice.
  test.for([['recovery/export-accounts', 600]] as const)(
    '%s has the time its work was measured to take',
    ([name, seconds]) => {
      expect(secondsOf(name)).toBeGreaterThanOrEqual(seconds)
    },
  )

  test('is judged here, or with what follows the stream', () => {
    const byEvents = [
      'changes/dispatch',
      'files/receive-scan-result',
      'mail/record-feedback',
      'mail/send-queued',
      'privacy/make-export',
      'security/copy-audit-log',
    ]
    const judged = [...byGateway, ...byPool, ...byClock, ...byEvents]
    expect(judged.toSorted()).toEqual([...apiDomains, ...Object.keys(nonApiLambdaVariables)].toSorted())
    for (const name of byEvents) expect(secondsOf(name)).toBeGreaterThanOrEqual(60)
  })
})

const dueItems = (items: readonly object[]) => ({
  query: { due: () => ({ between: () => ({ go: () => Promise.resolve({ data: items }) }) }) },
})

test('LIM-13 a run of the erasure begins with whoever is due, in the time that it is deployed with', async () => {
  const begun: string[] = []
  const patch = ({ customerId }: { customerId: string }) => {
    begun.push(customerId)
    throw new Error('no more than the beginning')
  }
  const now = new Date('2026-11-21T09:00:00.000Z')
  const listed = { state: { until: now.toISOString() } }
  const data = {
    erasures: { ...dueItems([{ customerId: 'cus_aaaaaaaa' }]), patch },
    healthErasures: dueItems([]),
    jobCheckpoints: {
      get: ({ job }: { job: string }) => ({ go: async () => ({ data: job.endsWith('/listed') ? listed : null }) }),
    },
  }
  const run = serveErasure(() => ({ data, now: () => now }) as never)

  const milliseconds = secondsOf('privacy/erase-due') * 1000
  await expect(run({}, { getRemainingTimeInMillis: () => milliseconds })).rejects.toThrow('were not erased')

  expect(begun).toEqual(['cus_aaaaaaaa'])
})
