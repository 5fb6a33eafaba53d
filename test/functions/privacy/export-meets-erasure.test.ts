import { describe, expect, test, vi } from 'vitest'
import { consent } from '#contract/consent'
import { getItemEntityName } from '#data/raw-table-access'
import { getLatestDataExport, requestOwnDataExport } from '../../support/data-exports.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createPasswordSessionClaims } from '../../support/people.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import { requestErasureDespiteOrders, seedWholeCustomer } from '../../support/whole-customer.ts'

async function withdrawHealthConsent({ practice, client }: PrivacySetup) {
  const ask = await createDomainCaller('consent', practice)
  await ask(consent.withdrawHealth, { as: createPasswordSessionClaims(client, practice), body: {} })
}

async function leave(setup: PrivacySetup) {
  await requestErasureDespiteOrders(setup)
  setup.practice.clock.advance({ days: 31 })
}

async function whoAsksForADownload() {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  await requestOwnDataExport(setup)
  return {
    ...setup,
    zips: async () => (await listObjectVersionContents(setup, 'files')).filter((key) => key.endsWith('.zip')),
  }
}

test.each([
  ['health data are', withdrawHealthConsent],
  ['the whole person is', leave],
])('a download leaves no ZIP when it ends after %s erased', async (_, requestErasure) => {
  const setup = await whoAsksForADownload()
  const deliver = await setup.takeDelivery()
  await requestErasure(setup)
  const { exportFiles } = setup.services
  const { write } = exportFiles
  Object.assign(exportFiles, {
    write: async (...given: Parameters<typeof write>) => {
      await setup.erase()
      return write(...given)
    },
  })

  const { batchItemFailures } = await deliver()

  expect(batchItemFailures).toEqual([])
  expect(await setup.zips()).toEqual([])
})

describe('a download that is being made while health data are erased', () => {
  test('leaves no ZIP when it ends in the midst of the erasure', async () => {
    const setup = await whoAsksForADownload()
    const deliver = await setup.takeDelivery()
    await withdrawHealthConsent(setup)
    const { partitions } = setup.services
    const { remove } = partitions
    Object.assign(partitions, {
      remove: async (...given: Parameters<typeof remove>) => {
        if (getItemEntityName(given[0]) === 'dataExport') await deliver()
        return remove(...given)
      },
    })

    await setup.erase()

    expect(await setup.zips()).toEqual([])
  })

  test('leaves no ZIP when the last word failed, and the erasure came before the next attempt', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const setup = await whoAsksForADownload()
    const deliver = await setup.takeDelivery()
    await withdrawHealthConsent(setup)
    const writing = vi.spyOn(setup.practice.data, 'transact').mockRejectedValueOnce(new Error('no answer'))
    const { batchItemFailures } = await deliver()
    writing.mockRestore()
    const before = await setup.zips()
    const { write } = setup.services.exportFiles
    await setup.erase()
    await write(before[0] ?? '', (async function* () {})())

    await deliver()

    expect(batchItemFailures).toHaveLength(1)
    expect(before).toHaveLength(1)
    expect(await setup.zips()).toEqual([])
  })
})

test('a first download, asked for while health data are erased, is not offered, for it may hold them', async () => {
  const setup = await createPrivacySetup()
  await seedWholeCustomer(setup)
  await setup.practice.data.dataExports.delete({ customerId: setup.client.customerId }).go()
  await withdrawHealthConsent(setup)
  const { files } = setup.services
  const { remove } = files
  let asked = false
  Object.assign(files, {
    remove: async (prefix: string) => {
      if (!asked) {
        asked = true
        await requestOwnDataExport(setup)
        await setup.makeQueued()
      }
      await remove(prefix)
    },
  })

  await setup.erase()

  expect(asked).toBe(true)
  expect((await getLatestDataExport(setup)).body).toMatchObject({ state: 'none' })
  expect((await listObjectVersionContents(setup, 'files')).filter((key) => key.endsWith('.zip'))).toEqual([])
})
