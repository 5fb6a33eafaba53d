import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { callLimits, getCallLimit, type LimitedService } from '#data/service-clients'
import { lambdaSchedules, nonApiLambdaVariables, userPoolTriggers } from '#platform/lambdas'
import { createLambdaHandler as serveErasure } from '../../functions/privacy/erase-due.handler.ts'
import { findLogicalId, findTemplateResources, getStageTemplate } from './synthesised.ts'

const template = getStageTemplate()

interface FunctionProperties extends Readonly<Record<'Timeout' | 'MemorySize', number>> {
  readonly Environment: { readonly Variables: Readonly<Record<string, string>> }
}

const propertiesOf = (name: string): FunctionProperties =>
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

describe('what a function waits for a service that never answers', () => {
  const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]
  const services = Object.keys(callLimits) as LimitedService[]
  /** Stripe's library pauses for longer than the SDK. */
  const PAUSES_MS = 1500

  test.for(names)('is less than the time limit of %s, with all attempts', (name) => {
    const { Timeout, Environment } = propertiesOf(name)
    for (const service of services) {
      const { attempts, attemptMs } = getCallLimit(service, Environment.Variables['FUNCTION_TIMEOUT_SECONDS'])
      const pausesMs = service === 'stripe' && name.startsWith('payments') ? PAUSES_MS : 0
      expect(attempts * attemptMs + pausesMs, service).toBeLessThan(Timeout * 1000)
      expect(attemptMs, service).toBeGreaterThanOrEqual(2000)
    }
  })

  test('is less than half a minute where somebody waits, and long enough for a part of 8 MiB where nobody does', () => {
    expect(getCallLimit('transfers', '20').attemptMs).toBeLessThan(10_000)
    expect(getCallLimit('transfers', '900')).toEqual({ attempts: 3, attemptMs: 60_000, idleMs: 300_000 })
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
