import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { assignCustomerEmail } from '#data/email-holders'
import { createCustomerWrites } from '#data/customer-writes'
import { createPasswordSessionClaims } from '../../support/people.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'
import { createCustomersSetup } from './customers-setup.ts'
import { createImportRows, discardWholeImport, startTestImport } from './import-setup.ts'

const rows = [{ name: 'Ada Lovelace', email: 'ada@correo.test', phone: null, address: null, notes: null }]
const text = 'Nombre;Email\nAda;ada@correo.test'

async function aSetupWithAnImport() {
  const setup = await createCustomersSetup()
  const { ask, as } = setup
  const { body } = await ask(customers.beginImport, { as, body: { fileName: 'clientes.csv', total: 1 } })
  const params = { importId: body.importId }
  await ask(customers.writeImport, { as, params: { ...params, chunk: '0' }, body: { rows } })
  return { ...setup, params }
}

test('whom an unfinished import brings is told apart from the clients there are', async () => {
  const { ask, as, params } = await aSetupWithAnImport()
  const problemsOf = async () => (await ask(customers.checkImport, { as, body: { text } })).body.problems

  const before = await problemsOf()
  await ask(customers.discardImport, { as, params })

  expect(before).toEqual([
    {
      row: 2,
      column: 'Email',
      text: 'Este email está en una importación sin terminar: espera a que acabe o descártala',
    },
  ])
  expect(await problemsOf()).toEqual([])
})

test('whoever gives a client an address of an unfinished import reads that it is there, not that a client has it', async () => {
  const { ask, as, create, search, params } = await aSetupWithAnImport()
  const { body: bea } = await create({ name: 'Bea', email: 'bea@correo.test' })
  const enter = () => create({ name: 'Ada', email: 'ada@correo.test' })
  const edit = () =>
    ask(customers.edit, {
      as,
      params: { customerId: bea.customerId },
      body: { name: 'Bea', email: 'ada@correo.test', version: 1 },
    })

  const during = [await enter(), await edit()]
  const found = await search('ada')
  await ask(customers.finishImport, { as, params })
  const after = [await enter(), await edit()]

  expect(during.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'client-email-in-import'],
    [409, 'client-email-in-import'],
  ])
  expect(found).toEqual([])
  expect(after.map(({ body }) => body.code)).toEqual(['client-email-taken', 'client-email-taken'])
})

test('an import that was never finished can be thrown away after any time', async () => {
  const { ask, administrador, practice, params } = await aSetupWithAnImport()
  practice.clock.advance({ days: 90 })
  const as = createPasswordSessionClaims(administrador, practice)

  const { body: before } = await ask(customers.listImports, { as })
  const { body: undone } = await ask(customers.discardImport, { as, params })

  expect(before.items).toMatchObject([{ ...params, state: 'writing' }])
  expect(undone).toMatchObject({ state: 'discarded' })
  expect((await ask(customers.listImports, { as })).body.items).toEqual([])
})

test('an address is known however many lines its client’s name has', async () => {
  const { ask, as, search, practice } = await createCustomersSetup()
  const old = { customerId: 'cus_of-old-0001', name: 'Ada\nLovelace', email: 'ada@correo.test', phone: '600 123\n456' }
  await practice.data.transact((entities) => ({
    customer: createCustomerWrites(entities, { ...old, createdAt: practice.now().toISOString() }),
    clientAddress: assignCustomerEmail(entities, old),
  }))

  const { body } = await ask(customers.checkImport, { as, body: { text } })

  expect(body.problems).toMatchObject([{ text: 'Ya hay un cliente con este correo' }])
  expect([await search('ada lovelace'), await search('123456')]).toEqual([['Ada\nLovelace'], ['Ada\nLovelace']])
})

test('the timeline of a client begins with the import that brought them', async () => {
  const { ask, as, params } = await aSetupWithAnImport()
  await ask(customers.finishImport, { as, params })
  const { body: list } = await ask(customers.list, { as })

  const { body } = await ask(customers.timeline, { as, params: { customerId: list.items[0]?.customerId ?? '' } })

  expect(body.items.map(({ action }) => action)).toEqual(['CUSTOMER_IMPORT_FINISHED'])
})

test('rows that arrive at the moment at which the import is thrown away are not said to be written', async () => {
  const setup = await createCustomersSetup()
  const { ask, as, practice, counts } = setup
  const importId = await startTestImport(setup, 1)
  const body = { rows: createImportRows(1) }
  interruptNextWrite(practice, 'rows', () => discardWholeImport(setup, importId))

  const answer = await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body })

  expect(answer).toEqual({ status: 409, body: { code: 'import-closed' } })
  expect(await counts()).toEqual({ users: 0, clients: 0 })
})
