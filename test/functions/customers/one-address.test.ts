import { describe, expect, test, vi } from 'vitest'
import { NewCustomer } from '#contract/customer'
import { customers } from '#contract/customers-domain'
import { putCustomerSearchLine } from '#data/customer-search-index'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'

const ada = { name: 'Ada Lovelace', email: 'Ada@Correo.test' }
const taken = { status: 409, body: { code: 'client-email-taken' } }
const takenByImport = { status: 409, body: { code: 'client-email-in-import' } }

const change = ({ ask, as }: CustomersSetup, customerId: string, email: string) =>
  ask(customers.edit, { as, params: { customerId }, body: { name: 'Otra', email, version: 1 } })

async function anImport({ ask, as }: CustomersSetup, ...emails: readonly string[]) {
  const { body } = await ask(customers.beginImport, { as, body: { fileName: 'clientes.csv', total: emails.length } })
  const params = { importId: body.importId }
  const rows = emails.map((email) => NewCustomer.parse({ name: email, email }))
  return {
    write: () => ask(customers.writeImport, { as, params: { ...params, chunk: '0' }, body: { rows } }),
    discard: () => ask(customers.discardImport, { as, params }),
  }
}

/** Makes the address index stale: it does not contain the write in progress yet. */
function withoutTheIndex({ practice: { data } }: CustomersSetup): void {
  const { byEmail } = data.customers.query
  vi.spyOn(data.customers.query, 'byEmail').mockImplementation(() => byEmail({ email: 'nobody@correo.test' }))
}

/** Stores the caller's session first, so that only the tested writes run concurrently. */
async function atOnce(setup: CustomersSetup, count: number): Promise<void> {
  await setup.counts()
  synchronizeNextWrites(setup.practice, count)
}

describe('one address, one client', () => {
  test('a second client with an address that one has is refused, however it is written', async () => {
    const { create, counts, practice } = await createCustomersSetup()
    await create(ada)

    const answer = await create({ name: 'Otra', email: 'ADA@correo.TEST ' })

    expect(answer).toMatchObject({ status: 409, body: { code: 'client-email-taken' } })
    expect(await counts()).toEqual({ users: 0, clients: 1 })
    expect(await listAuditedActions(practice)).toEqual(['CUSTOMER_CREATED'])
  })

  test('no client is given the address of another, and each keeps their own', async () => {
    const { ask, as, create } = await createCustomersSetup()
    await create(ada)
    const { body: bea } = await create({ name: 'Bea', email: 'bea@correo.test' })
    const edit = (email: string) =>
      ask(customers.edit, { as, params: { customerId: bea.customerId }, body: { name: 'Bea M.', email, version: 1 } })

    expect((await edit('ada@correo.test')).body).toEqual({ code: 'client-email-taken' })
    expect((await edit('bea@correo.test')).status).toBe(200)
  })

  test('those who shared one before are listed by it, and can be changed all the same', async () => {
    const { ask, as, create, practice } = await createCustomersSetup()
    const { body: one } = await create(ada)
    const { body: two } = await create({ name: 'Ada L.', email: 'otra@correo.test' })
    await create({ name: 'Bea', email: 'bea@correo.test' })
    const pair = { ...two, email: one.email, address: undefined, phone: undefined, notes: undefined }
    await practice.data.customers.patch({ customerId: two.customerId }).set({ email: one.email }).go()
    await practice.data.transact((entities) => ({ searchLine: putCustomerSearchLine(entities, pair) }))

    const { body } = await ask(customers.listDuplicates, { as })
    const edited = await ask(customers.edit, {
      as,
      params: { customerId: two.customerId },
      body: { name: 'Ada Lovelace (2)', email: one.email, version: 1 },
    })

    expect(body.total).toBe(1)
    expect(body.items.map(({ email }) => email)).toEqual(['ada@correo.test'])
    expect(body.items[0]?.customers.map(({ customerId }) => customerId).toSorted()).toEqual(
      [one.customerId, two.customerId].toSorted(),
    )
    expect(edited.status).toBe(200)
  })

  test('nobody is listed where each has an address of their own', async () => {
    const { ask, as, create } = await createCustomersSetup()
    await create(ada)

    expect((await ask(customers.listDuplicates, { as })).body).toEqual({ items: [], total: 0 })
  })
})

describe('two at the same moment', () => {
  test('who enter one address are one client, and the other is refused', async () => {
    const setup = await createCustomersSetup()
    await atOnce(setup, 3)

    const answers = await Promise.all(
      ['Ada', 'Ada L.', 'A. Lovelace'].map((name) => setup.create({ name, email: 'ada@correo.test' })),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual([taken.body, taken.body])
    expect(await setup.counts()).toEqual({ users: 0, clients: 1 })
    expect(await listAuditedActions(setup.practice)).toEqual(['CUSTOMER_CREATED'])
  })

  test('of a new client and one who is given another address, one has it', async () => {
    const setup = await createCustomersSetup()
    const { body: bea } = await setup.create({ name: 'Bea', email: 'bea@correo.test' })
    await atOnce(setup, 2)

    const answers = await Promise.all([setup.create(ada), change(setup, bea.customerId, ada.email)])

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.find(({ status }) => status >= 300)).toEqual(taken)
    expect(await setup.search('ada@correo.test')).toHaveLength(1)
  })

  test('of an import and a form, one has the address, and the import says which it is', async () => {
    const setup = await createCustomersSetup()
    const { write } = await anImport(setup, 'bea@correo.test', 'ada@correo.test')
    await atOnce(setup, 2)

    const [form, rows] = await Promise.all([setup.create(ada), write()])

    expect([form, rows].filter(({ status }) => status === 409)).toHaveLength(1)
    expect([form.body, rows.body]).toContainEqual(
      form.status === 201 ? { ...taken.body, problems: { rows: ['ada@correo.test'] } } : taken.body,
    )
  })

  test('who ask for the same client again are answered with it', async () => {
    const setup = await createCustomersSetup()
    const body = { ...ada, requestId: '3f0f9a53-93c4-4f62-9a3c-5d2f53d3a001' }
    await atOnce(setup, 3)

    const answers = await Promise.all([1, 2, 3].map(() => setup.create(body)))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.customerId)).size).toBe(1)
  })
})

describe('an address is free again', () => {
  test('of a client who was deleted, and who comes back beside the one who has it then', async () => {
    const setup = await createCustomersSetup()
    const { body: first } = await setup.create(ada)
    await setup.remove(first.customerId)

    const second = await setup.create(ada)
    const restored = await setup.restore(first.customerId)

    expect([second.status, restored.status]).toEqual([201, 200])
    expect((await setup.ask(customers.listDuplicates, { as: setup.as })).body.total).toBe(1)
    expect(await setup.create(ada)).toEqual(taken)
  })

  test('of a client who has another one', async () => {
    const setup = await createCustomersSetup()
    const { body: first } = await setup.create(ada)
    await change(setup, first.customerId, 'otra@correo.test')
    withoutTheIndex(setup)

    expect((await setup.create(ada)).status).toBe(201)
    expect(await setup.create({ name: 'Otra', email: 'otra@correo.test' })).toEqual(taken)
    expect((await countItemsByEntity(setup.practice))['clientAddress']).toBe(2)
  })

  test('of an import that was thrown away', async () => {
    const setup = await createCustomersSetup()
    const { write, discard } = await anImport(setup, 'ada@correo.test')
    await write()
    expect(await setup.create(ada)).toEqual(takenByImport)

    await discard()

    expect((await setup.create(ada)).status).toBe(201)
    expect((await countItemsByEntity(setup.practice))['clientAddress']).toBe(1)
  })

  test('when who holds it is no client any more', async () => {
    const setup = await createCustomersSetup()
    const email = 'ada@correo.test'
    await setup.practice.data.clientAddresses.put({ email, customerId: 'cus_long-gone-0001' }).go()
    const { write } = await anImport(setup, email)

    expect((await write()).status).toBe(200)
    expect(await setup.create(ada)).toEqual(takenByImport)
  })
})

test('once one of two who share an address is deleted the other has it, also for an import', async () => {
  const setup = await createCustomersSetup()
  const { body: first } = await setup.create(ada)
  await setup.remove(first.customerId)
  await setup.create({ ...ada, name: 'Ada L.' })
  await setup.restore(first.customerId)

  await setup.remove(first.customerId)
  const { write } = await anImport(setup, 'ada@correo.test')
  const { body: checked } = await setup.ask(customers.checkImport, {
    as: setup.as,
    body: { text: 'Nombre;Email\nAda;ada@correo.test' },
  })

  expect(await setup.search('ada')).toEqual(['Ada L.'])
  expect(checked.problems).toMatchObject([{ text: 'Ya hay un cliente con este correo' }])
  expect(await write()).toEqual({ status: 409, body: { ...taken.body, problems: { rows: ['ada@correo.test'] } } })
})

test('a file whose rows share an address writes none of them', async () => {
  const setup = await createCustomersSetup()
  const { write } = await anImport(setup, 'ada@correo.test', 'ada@correo.test')

  expect(await write()).toEqual({ status: 409, body: { ...taken.body, problems: { rows: ['ada@correo.test'] } } })
})

test('A-21 whoever proves an address a moment after the practice entered it has that file, and the address stays theirs', async () => {
  const setup = await createCustomersSetup()
  const { body: made } = await setup.create(ada)
  withoutTheIndex(setup)

  const user = await ensureUserProfile(
    {
      userId: 'usr_00000000-0000-4000-8000-000000009999',
      email: 'ada@correo.test',
      firstName: 'Ada',
      lastName: 'Byron',
      birthDate: undefined,
      termsAcceptedAt: undefined,
      termsVersion: undefined,
      marketingOptIn: false,
      confirmed: true,
    },
    setup.practice,
  )

  expect(user.customerId).toBe(made.customerId)
  expect(await setup.create(ada)).toEqual(taken)
})
