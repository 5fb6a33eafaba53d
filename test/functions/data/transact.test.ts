import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#data/database'
import type { TransactionEntities } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import { createHealthConsentEntry } from '#platform/health-consent'
import { createEmptyTable } from '../../support/table.ts'

type Table = Awaited<ReturnType<typeof createEmptyTable>>

const customer = (letter: string) => ({
  customerId: `cus_0000000${letter}`,
  name: letter,
  email: `${letter}@correo.test`,
  createdAt: '2026-11-21T09:00:00.000Z',
})

const create = ({ customers }: TransactionEntities, letter: string) => customers.create(customer(letter)).commit()

const isThere = async ({ customers }: Database, letter: string) =>
  (await customers.get({ customerId: customer(letter).customerId }).go()).data !== null

function answeredBy({ client, table }: Table, answer: (send: () => Promise<unknown>) => unknown): Database {
  const spoken = Object.create(client, {
    send: { value: async (command: never) => answer(() => client.send(command)) },
  }) as DynamoDBClient
  return openDatabase({ table, client: spoken })
}

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'canceled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  })

const services = {
  now: () => new Date('2026-11-22T10:00:00.000Z'),
  newId: (prefix: string) => `${prefix}_1`,
}

let table: Table

beforeEach(async () => {
  table = await createEmptyTable()
  // No pause between retries.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('a transaction of which a condition does not hold', () => {
  test('names the write, and makes none', async () => {
    const { data } = table
    await data.customers.create(customer('b')).go()

    const outcome = await data.transact((entities) => ({
      first: create(entities, 'a'),
      second: create(entities, 'b'),
      third: create(entities, 'c'),
    }))

    expect(outcome).toEqual({ written: false, failed: 'second', failedAll: new Set(['second']) })
    expect([await isThere(data, 'a'), await isThere(data, 'c')]).toEqual([false, false])
  })

  test('names the first of several in the order written, and all of them', async () => {
    const { data } = table
    await data.customers.put([customer('a'), customer('b')]).go()

    const outcome = await data.transact((entities) => ({
      before: create(entities, 'c'),
      zebra: create(entities, 'b'),
      ant: create(entities, 'a'),
    }))

    expect(outcome).toEqual({ written: false, failed: 'zebra', failedAll: new Set(['zebra', 'ant']) })
  })

  test('names a group, whichever of its writes it was', async () => {
    const { data } = table
    await data.customers.create(customer('b')).go()

    const outcome = await data.transact((entities) => ({
      single: create(entities, 'c'),
      group: [create(entities, 'a'), [create(entities, 'b')]],
      last: create(entities, 'd'),
    }))

    expect(outcome).toEqual({ written: false, failed: 'group', failedAll: new Set(['group']) })
  })

  test('names the members of a group that have names', async () => {
    const { data } = table
    await data.customers.put([customer('b'), customer('d')]).go()

    const outcome = await data.transact((entities) => ({
      rows: { one: create(entities, 'a'), two: [create(entities, 'b')], three: { inner: create(entities, 'd') } },
    }))

    expect(outcome).toEqual({
      written: false,
      failed: 'rows',
      failedAll: new Set(['rows', 'rows.two', 'rows.three.inner']),
    })
  })

  test('is not mistaken for the write after one that was left out', async () => {
    const { data } = table
    await data.customers.create(customer('b')).go()

    const outcome = await data.transact((entities) => ({
      none: undefined,
      notWanted: false,
      empty: [],
      wanted: create(entities, 'b'),
    }))

    expect(outcome).toMatchObject({ failed: 'wanted' })
  })

  test('is decided by no name that the record does not have', async () => {
    const outcome = await table.data.transact((entities) => ({ first: create(entities, 'a') }))

    // @ts-expect-error: `second` is no name of the record
    expect(!outcome.written && outcome.failed === 'second').toBe(false)
    // @ts-expect-error: nor is it a group with members
    expect(!outcome.written && outcome.failedAll.has('second.member')).toBe(false)
  })
})

describe('a transaction', () => {
  test('makes all its writes, of every service', async () => {
    const { data } = table
    const { customerId } = customer('a')
    const caller = { address: '192.0.2.1', userAgent: 'test' }
    const write = () =>
      data.transact((entities) => ({
        customer: entities.customers.upsert(customer('a')).commit(),
        consent: createHealthConsentEntry(entities, { customerId, event: 'given', by: 'client', caller }, services),
        audit: appendAuditEntry(
          entities,
          { action: 'HEALTH_CONSENT_GIVEN', by: 'usr_1', subjectId: customerId },
          services,
        ),
      }))

    expect(await write()).toEqual({ written: true })
    // Repeated: the entries are written once, and each is reported although its service differs from the client's.
    expect(await write()).toMatchObject({ failed: 'consent', failedAll: new Set(['consent', 'audit']) })
    expect(await isThere(data, 'a')).toBe(true)
  })

  test('takes a hundred writes', async () => {
    const { data } = table
    const outcome = await data.transact((entities) => ({
      customers: Array.from({ length: 100 }, (_, index) => create(entities, String(index).padStart(3, '0'))),
    }))

    expect(outcome).toEqual({ written: true })
    expect(await isThere(data, '099')).toBe(true)
  })

  test('of a hundred and one is a fault that says so, and nothing is asked of the table', async () => {
    const send = vi.fn<() => void>()
    const data = answeredBy(table, send)
    const tooMuch = data.transact((entities) => ({
      one: create(entities, 'a'),
      customers: Array.from({ length: 100 }, (_, index) => create(entities, String(index).padStart(3, '0'))),
    }))

    await expect(tooMuch).rejects.toThrow('a transaction of 101 writes: DynamoDB takes 100')
    expect(send).not.toHaveBeenCalled()
  })

  test.each([
    ['it met another one on the same item', 'TransactionConflict'],
    ['a burst of writes was throttled', 'ThrottlingError'],
    ['its partition was throttled', 'ProvisionedThroughputExceeded'],
  ])('is repeated when %s', async (_, code) => {
    let met = 0
    const data = answeredBy(table, (send) => {
      if (met++ < 3) throw canceled('None', code)
      return send()
    })

    const outcome = await data.transact((entities) => ({
      customer: create(entities, 'a'),
      other: create(entities, 'b'),
    }))

    expect(outcome).toEqual({ written: true })
    expect(met).toBe(4)
  })

  test('that met another one, and of which a condition does not hold, is answered at once', async () => {
    const data = answeredBy(table, () => {
      throw canceled('TransactionConflict', 'ConditionalCheckFailed')
    })

    const outcome = await data.transact((entities) => ({
      customer: create(entities, 'a'),
      other: create(entities, 'b'),
    }))

    expect(outcome).toMatchObject({ failed: 'other' })
  })

  test.each([
    ['meets others without end', canceled('TransactionConflict'), 'TransactionConflict'],
    ['is throttled without end', canceled('None', 'ThrottlingError'), 'transaction canceled: None, ThrottlingError'],
    ['is not valid', canceled('ValidationError'), 'transaction canceled: ValidationError'],
    ['cannot reach the table', new Error('socket hang up'), 'socket hang up'],
  ])('that %s is a fault, and no unmet condition', async (_, problem, text) => {
    const data = answeredBy(table, () => {
      throw problem
    })

    await expect(data.transact((entities) => ({ customer: create(entities, 'a') }))).rejects.toThrow(text)
  })
})
