import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { IMPORT_CHUNK_ROWS } from '#contract/customer-import'
import type { CustomerListName } from '#contract/customer-lists'
import { customers } from '#contract/customers-domain'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { markInvitedEmailProven } from '../../../functions/account/public/invited-email.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveUpdates } from '../../../functions/customers/update-lists.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createUserAdminSetup } from '../users/user-admin-setup.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'
import {
  createImportRows,
  discardWholeImport,
  importCustomers,
  signedUpPerson,
  startTestImport,
  undoWholeImport,
  writeImportRows,
} from './import-setup.ts'

const ada = { ...signedUpPerson, email: 'ada@correo.test', firstName: 'Ada', lastName: 'Lovelace' }

/** The first pass of the day has read everybody: what comes is found by its entries alone. */
async function onADayUnderWay() {
  const setup = await createCustomersSetup()
  return { ...setup, ...(await beginDay(setup)) }
}

async function beginDay({ practice, as }: Pick<CustomersSetup, 'practice' | 'as'>) {
  const update = serveUpdates(() => practice)
  const ask = createEndpointCaller(serveCustomers(() => practice))
  await update()
  return {
    listed: async (list: CustomerListName = 'step-1') => {
      practice.clock.advance({ seconds: 30 })
      await update()
      const { items } = (await ask(customers.listPathways, { as, query: { list, limit: 100 } })).body
      return items.map(({ name }) => name).toSorted()
    },
    stored: async () => (await practice.data.customerListEntries.scan.go({ pages: 'all' })).data,
  }
}

test('imported clients are in the lists with the next run, all of them, and in none after the import is undone', async () => {
  const setup = await onADayUnderWay()
  const importId = await importCustomers(setup, 51)

  const listed = await setup.listed()
  await undoWholeImport(setup, importId)
  const afterwards = await setup.listed()

  expect(listed).toEqual(
    createImportRows(51)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(afterwards).toEqual([])
  expect(await setup.stored()).toEqual([])
})

test('of an import that is discarded nothing stays in the lists, though the night has read its clients', async () => {
  const setup = await onADayUnderWay()
  const importId = await startTestImport(setup, 100)
  await writeImportRows(setup, importId, createImportRows(IMPORT_CHUNK_ROWS))
  await setup.practice.data.customerListEntries
    .put({
      customerId: `cus_${importId.slice(4)}-0003`,
      order: 'step',
      list: 'step-1',
      place: '2026-11-21T09:00:00.000Z',
    })
    .go()

  await discardWholeImport(setup, importId)
  await setup.listed()

  expect(await setup.stored()).toEqual([])
})

test('a client who signs up alone is in the lists with the next run', async () => {
  const setup = await onADayUnderWay()

  await ensureUserProfile(ada, setup.practice)

  expect(await setup.listed()).toEqual(['Ada Lovelace'])
})

test('A-21 the client with whom a record of the practice is joined stands where the record stood', async () => {
  const setup = await onADayUnderWay()
  const { practice, as } = setup
  const { body: entered } = await setup.create({ name: 'Ada B.', email: ada.email })
  const own = await ensureUserProfile({ ...ada, confirmed: false }, practice)
  const ask = await createDomainCaller('consultations', practice)
  const hour = { startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
  await ask(consultations.book, { as, body: { customerId: entered.customerId, ...hour } })
  const before = [await setup.listed('step-1'), await setup.listed('step-2')]
  practice.clock.advance({ minutes: 5 })

  await ensureUserProfile(ada, practice)

  expect(before).toEqual([['Ada Lovelace'], ['Ada B.']])
  expect([await setup.listed('step-1'), await setup.listed('step-2')]).toEqual([[], ['Ada Lovelace']])
  const stored = await setup.stored()
  expect(new Set(stored.map(({ customerId }) => customerId))).toEqual(new Set([own.customerId]))
})

test('who is invited as a client is in the lists with the next run, and in none once of the staff', async () => {
  const office = await createUserAdminSetup()
  const lists = await beginDay(office)
  const { body: invited } = await office.invite('ada@correo.test', 'cliente')

  const listed = await lists.listed()
  office.practice.clock.advance({ minutes: 2 })
  await office.changeRole(invited.id, 'administrador')
  const afterwards = await lists.listed()

  expect(listed).toEqual(['ada@correo.test'])
  expect(afterwards).toEqual([])
  expect(await lists.stored()).toEqual([])
})

test('an invited person whose record begins with the proven address is in the lists with the next run', async () => {
  const setup = await onADayUnderWay()
  const { practice } = setup
  const { userId, email, firstName, lastName } = ada
  const invited = { userId, email, firstName, lastName, role: 'cliente', status: 'active' } as const
  const { data: user } = await practice.data.users.put({ ...invited, createdAt: practice.now().toISOString() }).go()

  await markInvitedEmailProven(user, { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' }, practice)

  expect(await setup.listed()).toEqual(['Ada Lovelace'])
})
