import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, test } from 'vitest'
import { StandInServiceError } from '../../../bin/local/json-protocol.ts'
import { matchesPattern } from '../../../bin/local/template/event-filter.ts'
import { createEventSourceConsumer, type EventSource } from '../../../bin/local/template/event-source.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')

const aSource = (settings: Partial<EventSource> = {}): EventSource => ({
  id: 'Outbox',
  handler: 'Send',
  stream: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Table/stream/one',
  patterns: [],
  batchSize: 10,
  windowMs: 0,
  halvesBatchOnError: false,
  reportsItemFailures: false,
  maxRetries: 2,
  maxAgeSeconds: 3600,
  parallel: 1,
  onFailure: undefined,
  ...settings,
})

const aRecord = (id: string, { key = id, kind = 'mail', at = NOW } = {}): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: id,
    ApproximateCreationDateTime: new Date(at),
    Keys: { pk: { S: key } },
    NewImage: { kind: { S: kind } },
  },
})

type Records = readonly StreamRecord[]
const idsOf = (records: Records) => records.map(({ dynamodb }) => dynamodb?.SequenceNumber).join('')

async function read(
  source: EventSource,
  records: Records,
  answer: (ids: string, call: number) => unknown = () => ({}),
  now: () => number = () => NOW,
) {
  const calls: string[] = []
  const exhausted: string[] = []
  const consume = createEventSourceConsumer(source, {
    invoke: async ({ Records: batch }) => answer(idsOf(batch), calls.push(idsOf(batch))),
    onRetriesExhausted: (batch) => exhausted.push(idsOf(batch)),
    pauseMs: 0,
    now,
    clockOffset: () => 0,
    onSent: () => undefined,
  })
  await consume({ Records: records })
  return { calls, exhausted }
}

const throwing = (): never => {
  throw new Error('no')
}

const throwingAtC = (ids: string) => (ids.includes('c') ? throwing() : {})

const failingOnce = (_: string, call: number) => ({ batchItemFailures: call === 1 ? [{ itemIdentifier: 'b' }] : [] })

describe('a function that reads the stream of the table', () => {
  test('is called with as many records as its batch holds', async () => {
    const { calls } = await read(
      aSource({ batchSize: 2 }),
      ['a', 'b', 'c'].map((id) => aRecord(id)),
    )

    expect(calls).toEqual(['ab', 'c'])
  })

  test('is called with no more than an event may hold, of six megabytes', async () => {
    const large = ['a', 'b', 'c'].map((id) => aRecord(id, { kind: 'x'.repeat(2.5 * 1024 * 1024) }))

    const { calls } = await read(aSource({ batchSize: 100 }), large)

    expect(calls).toEqual(['ab', 'c'])
  })

  test('sees only what one of its filters lets through', async () => {
    const patterns = [
      { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['mail'] } } } },
      { eventName: ['REMOVE', 'INSERT'], dynamodb: { NewImage: { kind: { S: ['audit'] } } } },
    ]
    const records = [aRecord('a'), aRecord('b', { kind: 'customer' }), aRecord('c', { kind: 'audit' })]

    expect(await read(aSource({ patterns }), records)).toEqual({ calls: ['ac'], exhausted: [] })
  })

  test('is asked again about the records from the first that it reports as failed, in their order', async () => {
    const records = ['a', 'b', 'c'].map((id) => aRecord(id))

    expect(await read(aSource({ reportsItemFailures: true }), records, failingOnce)).toEqual({
      calls: ['abc', 'bc'],
      exhausted: [],
    })
    expect((await read(aSource(), records, failingOnce)).calls).toEqual(['abc'])
  })

  test('is asked as often as the template says, and what is left is given up', async () => {
    const { calls, exhausted } = await read(aSource({ maxRetries: 2 }), [aRecord('a'), aRecord('b')], throwing)

    expect(calls).toEqual(['ab', 'ab', 'ab'])
    expect(exhausted).toEqual(['ab'])
  })

  test('that Lambda throttles is asked again without using up a retry, until the records are too old', async () => {
    let at = NOW
    const throttled = () => {
      at += 20 * 60_000
      throw new StandInServiceError('TooManyRequestsException', 'Rate Exceeded.', 429)
    }

    const outcome = await read(aSource({ maxRetries: 0 }), [aRecord('a')], throttled, () => at)

    expect(outcome).toEqual({ calls: ['a', 'a', 'a', 'a'], exhausted: ['a'] })
  })

  test('is given the halves of a batch that failed as a whole, so that one bad record holds up no other', async () => {
    const source = aSource({ halvesBatchOnError: true, maxRetries: 1 })

    const { calls, exhausted } = await read(
      source,
      ['a', 'b', 'c', 'd'].map((id) => aRecord(id)),
      throwingAtC,
    )

    expect(calls).toEqual(['abcd', 'ab', 'cd', 'c', 'c', 'd'])
    expect(exhausted).toEqual(['c'])
  })

  test('is not asked about records that are older than the template allows', async () => {
    const old = aRecord('a', { at: NOW - 3_600_001 })

    expect(await read(aSource(), [old, aRecord('b')])).toEqual({ calls: ['b'], exhausted: ['a'] })
  })

  test('is told of as old as the last record is by the product’s clock, each time that it is asked', async () => {
    let clockOffset = 60_000
    const ages: number[] = []
    const consume = createEventSourceConsumer(aSource(), {
      invoke: async () => {
        if (ages.length < 2) clockOffset += 1_200_000
        return ages.length < 2 ? throwing() : {}
      },
      onRetriesExhausted: () => undefined,
      pauseMs: 0,
      now: () => NOW,
      clockOffset: () => clockOffset,
      onSent: (ageMs) => ages.push(ageMs),
    })

    await consume({ Records: [aRecord('a', { at: NOW - 9000 }), aRecord('b', { at: NOW - 5000 })] })

    expect(ages).toEqual([5000, 1_205_000])
  })

  test('is not asked again about what the product’s clock has made too old, but once about everything', async () => {
    let clockOffset = 0
    const heard: string[] = []
    const consume = createEventSourceConsumer(aSource({ batchSize: 1 }), {
      invoke: async ({ Records: [record] }) => {
        clockOffset = 3_600_001
        heard.push(record?.dynamodb?.SequenceNumber ?? '')
        return record?.dynamodb?.SequenceNumber === 'a' ? throwing() : {}
      },
      onRetriesExhausted: (records) => heard.push(`exhausted: ${idsOf(records)}`),
      pauseMs: 0,
      now: () => NOW,
      clockOffset: () => clockOffset,
      onSent: () => undefined,
    })

    await consume({ Records: [aRecord('a'), aRecord('b')] })

    expect(heard).toEqual(['a', 'exhausted: a', 'b'])
  })

  test('works on different keys at once where the template says so, and on one key in its order', async () => {
    const records = [aRecord('a', { key: 'x' }), aRecord('b', { key: 'y' }), aRecord('c', { key: 'x' })]

    expect((await read(aSource({ batchSize: 1, parallel: 2 }), records)).calls).toEqual(['a', 'b', 'c'])
    expect((await read(aSource({ parallel: 2 }), records)).calls).toEqual(['ac', 'b'])
  })
})

// EventBridge's and Lambda's documentation, "event filtering".
test.for([
  ['a value', { status: ['queued'] }, { status: 'queued' }, true],
  ['one of several values', { status: ['queued', 'sent'] }, { status: 'sent' }, true],
  ['another value', { status: ['queued'] }, { status: 'sent' }, false],
  ['a member that is not there', { status: ['queued'] }, {}, false],
  ['all members of the pattern', { a: [1], b: [2] }, { a: 1, b: 3 }, false],
  ['a number, which is no text', { count: [1] }, { count: '1' }, false],
  ['members of members', { a: { b: [null] } }, { a: { b: null } }, true],
] as const)('a pattern is matched by %s', ([, pattern, event, isMatch]) => {
  expect(matchesPattern(pattern, event)).toBe(isMatch)
})

test('a comparison that this machine does not know is an error', () => {
  expect(() => matchesPattern({ status: [{ prefix: 'q' }] }, { status: 'queued' })).toThrow('is not matched')
  expect(() => matchesPattern('queued', 'queued')).toThrow('is no pattern')
})
