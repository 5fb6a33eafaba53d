import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { listAuditedActions, listAuditChanges } from '../../support/practice.ts'
import { createCustomersSetup } from './customers-setup.ts'

const ada = { name: 'Ada Lovelace', email: 'Ada@Correo.test' }

describe('a new client', () => {
  test('FUN-08 ADM-33 is answered with an id, and with null for what nobody filled in', async () => {
    const { create, practice } = await createCustomersSetup()

    const { status, body } = await create({ ...ada, phone: '  ', address: '', notes: null })

    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Ada Lovelace', email: 'ada@correo.test', version: 1 })
    expect(body).toMatchObject({ phone: null, address: null, notes: null })
    expect(body.customerId).toMatch(/^cus_/)
    expect(await listAuditedActions(practice)).toEqual(['CUSTOMER_CREATED'])
  })

  test.each([
    ['no name', { email: 'ada@correo.test' }, 'name'],
    ['a name of spaces', { name: '   ', email: 'ada@correo.test' }, 'name'],
    ['no e-mail', { name: 'Ada' }, 'email'],
    ['an e-mail that is none', { name: 'Ada', email: 'ada@' }, 'email'],
  ])('ADM-33 with %s is refused at that field', async (_, body, field) => {
    const { create, counts } = await createCustomersSetup()

    const answer = await create(body)

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(Object.keys(answer.body.problems ?? {})).toEqual([field])
    expect(await counts()).toEqual({ users: 0, clients: 0 })
  })

  test('ADM-02 A-41 twenty entered at the same moment are twenty in the list, the count and the search', async () => {
    const { ask, as, create, counts, search } = await createCustomersSetup()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ name: `Clienta ${n}`, email: `c${n}@correo.test` })),
    )

    const { body } = await ask(customers.list, { as, query: { limit: 100 } })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(body).toMatchObject({ total: 20, matching: 20 })
    expect(body.items).toHaveLength(20)
    expect(await counts()).toEqual({ users: 0, clients: 20 })
    expect(await search('clienta')).toHaveLength(20)
  })
})

test('A-41 what many enter is counted in several items, of which none takes what all of them write', async () => {
  const { create, counts, practice } = await createCustomersSetup()

  for (let n = 0; n < 40; n += 1) await create({ name: `Clienta ${n}`, email: `c${n}@correo.test` })

  const { data: items } = await practice.data.counters.scan.go()
  expect(items.length).toBeGreaterThan(2)
  expect(Math.max(...items.map(({ clients = 0 }) => clients))).toBeLessThan(40)
  expect(await counts()).toEqual({ users: 0, clients: 40 })
})

describe('changing a client', () => {
  test('DATA-22 keeps what is filled in, takes away what is emptied, and is found by its new name', async () => {
    const { ask, as, create, practice, search } = await createCustomersSetup()
    const { body: made } = await create({ ...ada, phone: '600 123 456', notes: 'Come poco', basis: 'health-care' })

    const { body } = await ask(customers.edit, {
      as,
      params: { customerId: made.customerId },
      body: { name: 'Ada Byron', email: made.email, address: 'Calle Mayor 1', version: 1 },
    })

    const { body: read } = await ask(customers.read, { as, params: { customerId: made.customerId } })
    expect(read).toEqual({ ...body, birthDate: null })
    expect(read).toMatchObject({ name: 'Ada Byron', phone: null, notes: null, address: 'Calle Mayor 1', version: 2 })
    expect(await search('byron')).toEqual(['Ada Byron'])
    expect(await search('lovelace')).toEqual([])
    expect((await listAuditChanges(practice)).at(-1)).toMatchObject({
      action: 'CUSTOMER_CHANGED',
      details: { version: 2, fields: ['name', 'phone', 'address', 'notes'] },
    })
  })

  test('of two who change the same client at the same moment the second is told, and the first stands', async () => {
    const { ask, as, create } = await createCustomersSetup()
    const { body: made } = await create(ada)
    const params = { customerId: made.customerId }

    const answers = await Promise.all(
      ['Una', 'Otra'].map((name) => ask(customers.edit, { as, params, body: { name, email: made.email, version: 1 } })),
    )

    const { body: read } = await ask(customers.read, { as, params })
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
    expect(answers.map(({ body }) => body.code)).toContain('changed-meanwhile')
    expect(read.name).toBe(answers.find(({ status }) => status === 200)?.body.name)
  })
})

describe('the search', () => {
  test('ADM-32 finds a part of name, e-mail or phone, whatever its case and accents', async () => {
    const { create, search } = await createCustomersSetup()
    await create({ name: 'Begoña Núñez', email: 'bego@correo.test', phone: '+34 600 123 456' })
    await create({ name: 'José Ángel', email: 'jose@otra.test' })

    expect(await search('NUNEZ')).toEqual(['Begoña Núñez'])
    expect(await search('ngél')).toEqual(['José Ángel'])
    expect(await search('@OTRA')).toEqual(['José Ángel'])
    expect(await search('00 12')).toEqual(['Begoña Núñez'])
    expect(await search('600123456')).toEqual(['Begoña Núñez'])
    expect(await search('nadie')).toEqual([])
  })

  test('ADM-30 A-63 goes on page by page, newest first, and says how many match and how many there are', async () => {
    const { ask, as, create, practice } = await createCustomersSetup()
    for (let n = 1; n <= 5; n++) {
      practice.clock.advance({ minutes: 1 })
      await create({ name: n === 3 ? 'Otra' : `Clienta ${n}`, email: `c${n}@correo.test` })
    }
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await ask(customers.list, {
        as,
        query: { search: 'CLIENTA', limit: 3, ...(cursor && { cursor }) },
      })
      expect(body).toMatchObject({ total: 5, matching: 4 })
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next
    }

    expect(seen).toEqual(['Clienta 5', 'Clienta 4', 'Clienta 2', 'Clienta 1'])
  })

  test('DATA-22 selectors get id, name and e-mail, by name', async () => {
    const { ask, as, create } = await createCustomersSetup()
    for (const name of ['Zoe', 'Álvaro', 'Marta']) await create({ name, email: `${name.length}@correo.test` })

    const all = await ask(customers.names, { as })
    const first = await ask(customers.names, { as, query: { limit: 1, search: 'cor' } })

    expect(all.body.items.map(({ name }) => name)).toEqual(['Álvaro', 'Marta', 'Zoe'])
    expect(Object.keys(all.body.items[0] ?? {}).toSorted()).toEqual(['customerId', 'email', 'name'])
    expect(first.body).toMatchObject({ items: [{ name: 'Álvaro' }], more: true })
  })
})

test('the first page of clients with the longest names and notes there may be is below 50 kB', async () => {
  const { ask, as, practice } = await createCustomersSetup()
  const long = { name: 'ñ'.repeat(160), phone: '6'.repeat(40), address: 'a'.repeat(300), notes: 'n'.repeat(4000) }
  for (let n = 10; n < 36; n++) {
    const email = `${'e'.repeat(60)}@${'d'.repeat(60)}.${'c'.repeat(60)}.test`
    await practice.data.customers
      .create({ ...long, customerId: `cus_000000${n}`, email, createdAt: practice.now().toISOString() })
      .go()
  }

  const { body } = await ask(customers.list, { as })

  expect(body.items).toHaveLength(25)
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(50_000)
})

describe('notes of a client, which are about their health', () => {
  const notes = 'Enfermedad de Crohn'

  test('of a new one are refused without a legal basis, and nobody is entered', async () => {
    const { create, counts } = await createCustomersSetup()

    const { body } = await create({ ...ada, notes })

    expect(body.code).toBe('health-basis-required')
    expect(await counts()).toEqual({ users: 0, clients: 0 })
  })

  test('of a new one are kept with the basis that is named with them, which stands in the ledger', async () => {
    const { create, practice, administrador } = await createCustomersSetup()

    const { body } = await create({ ...ada, notes, basis: 'written-consent' })

    expect(body).toMatchObject({ notes })
    const { customerId } = body
    const { data: ledger } = await practice.data.healthConsents.query.byCustomer({ customerId }).go()
    expect(ledger).toMatchObject([
      { event: 'basis-named', by: 'practice', userId: administrador.userId, basis: 'written-consent' },
    ])
    expect(await listAuditedActions(practice)).toEqual(['CUSTOMER_CREATED', 'HEALTH_BASIS_NAMED'])
  })

  test('a basis without notes is no basis: nothing stands in the ledger', async () => {
    const { create, practice } = await createCustomersSetup()

    const { body } = await create({ ...ada, basis: 'written-consent' })

    const { data: ledger } = await practice.data.healthConsents.query.byCustomer({ customerId: body.customerId }).go()
    expect(ledger).toEqual([])
  })

  test('that stand there already hinder no other change, and may be removed; others ask for consent or a basis', async () => {
    const { ask, as, create, practice } = await createCustomersSetup()
    const { customerId } = (await create(ada)).body
    await practice.data.customers.patch({ customerId }).set({ notes }).go()
    const edit = (version: number, more: object) =>
      ask(customers.edit, { as, params: { customerId }, body: { ...ada, version, ...more } })

    const answers = [
      await edit(1, { phone: '600 123 456', notes }),
      await edit(2, { notes: `${notes}, en brote` }),
      await edit(2, { notes: null }),
    ]

    expect(answers.map(({ status, body }) => (status === 200 ? status : body.code))).toEqual([
      200,
      'health-basis-required',
      200,
    ])
  })
})
