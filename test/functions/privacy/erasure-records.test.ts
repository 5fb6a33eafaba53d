import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test, vi } from 'vitest'
import { ErasureRecord } from '../../../functions/privacy/erasure-records.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'

async function aLeavingCustomer() {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  await requestErasureDespiteOrders(setup)
  setup.practice.clock.advance({ days: 15 })
  return setup
}

async function readRecords(setup: PrivacySetup): Promise<readonly string[]> {
  const keys = await listObjectVersionContents(setup, 'recovery')
  return Promise.all(
    keys.map(async (Key) => {
      const { Body } = await setup.s3.client.send(new GetObjectCommand({ Bucket: 'recuperacion', Key }))
      return (await Body?.transformToString()) ?? ''
    }),
  )
}

describe('LIM-13 A-50 whoever restores the table learns who was erased since', () => {
  test('by the ids of the person, and by nothing else that tells who it was', async () => {
    const setup = await aLeavingCustomer()
    const { customerId, userId } = setup.client

    await setup.erase()

    const [text = '', ...others] = await readRecords(setup)
    expect(others).toEqual([])
    expect(ErasureRecord.parse(JSON.parse(text))).toMatchObject({ what: 'person', customerId, userId })
    for (const trace of ['Lucía', 'Ferrer', setup.client.email]) expect(text).not.toContain(trace)
  })

  test('before anything is removed: where that fails nothing is, and the next run does both', async () => {
    const setup = await aLeavingCustomer()
    const send = setup.s3.client.send.bind(setup.s3.client)
    const failing = vi
      .spyOn(setup.s3.client, 'send')
      .mockImplementation(((command: object, ...more: []) =>
        command instanceof PutObjectCommand && command.input.Bucket === 'recuperacion'
          ? Promise.reject(new Error('no answer'))
          : send(command as never, ...more)) as typeof send)
    const { client, practice } = setup

    await expect(setup.erase()).rejects.toThrow('1 of 1 were not erased')

    expect(practice.identities.known.size).toBeGreaterThan(0)
    expect((await listObjectVersionContents(setup, 'files')).length).toBeGreaterThan(0)
    expect(JSON.stringify(await scanWholeTable(practice))).toContain(client.email)
    failing.mockRestore()
    expect(await setup.erase()).toMatchObject({ erased: 1 })
    expect(await readRecords(setup)).toHaveLength(1)
  })

  test('also of whoever withdrew the consent to the use of health data, each time', async () => {
    const setup = await createPrivacySetup()
    const { customerId } = setup.client
    const { data, clock, now } = setup.practice

    const requests: string[] = []
    for (const _ of [1, 2]) {
      clock.advance({ days: 1 })
      requests.push(now().toISOString())
      await data.healthErasures.put({ customerId, requestedAt: now().toISOString(), status: 'waiting' }).go()
      expect(await setup.erase()).toMatchObject({ healthErased: 1 })
    }

    const records = (await readRecords(setup)).map((text) => ErasureRecord.parse(JSON.parse(text)))
    expect(records).toMatchObject(requests.map((requestedAt) => ({ what: 'health', customerId, requestedAt })))
  })
})

test('LIM-13 A-50 a consultation whose places in the agenda have expired is erased like any other', async () => {
  const setup = await aLeavingCustomer()
  const { data } = setup.practice
  const { data: steps } = await data.agendaSteps.scan.go({ pages: 'all' })
  expect(steps).not.toEqual([])
  for (const { beginsAt } of steps) await data.agendaSteps.delete({ beginsAt }).go()

  expect(await setup.erase()).toMatchObject({ erased: 1 })

  expect((await data.agendaSteps.scan.go({ pages: 'all' })).data).toEqual([])
})
