import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { users } from '#contract/users'
import { putCustomerSearchLine } from '#data/customer-search-index'
import { updateUserSearchPieces } from '#data/user-search-index'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCustomersSetup } from './customers-setup.ts'

async function withClients(...names: readonly string[]) {
  const setup = await createCustomersSetup()
  for (const [place, name] of names.entries()) {
    await setup.create({ name, email: `cliente${place}@correo.test` })
    setup.practice.clock.advance({ minutes: 1 })
  }
  return setup
}

test('ADM-32 A-76 words in any order find a client, and others not', async () => {
  const { search } = await withClients('Íñigo Muñoz Sanz', 'Íñigo Sanz', 'Ana Muñoz')

  expect(await search('Muñoz Íñigo')).toEqual(['Íñigo Muñoz Sanz'])
  expect(await search('muno sanz')).toEqual(['Íñigo Muñoz Sanz'])
  expect(await search('cliente1 sanz')).toEqual(['Íñigo Sanz'])
  expect(await search('Muñoz Pérez')).toEqual([])
})

test('ADM-32 A-76 three letters are found anywhere, one or two at the beginning of a word', async () => {
  const { search } = await withClients('Begoña Sanz', 'Ana Oña', 'Óscar Marín')

  expect(await search('ego')).toEqual(['Begoña Sanz'])
  expect(await search('ña s')).toEqual(['Begoña Sanz'])
  expect(await search('arin osc')).toEqual(['Óscar Marín'])
  expect(await search('oñ')).toEqual(['Ana Oña'])
  expect(await search('o')).toEqual(['Óscar Marín', 'Ana Oña'])
  expect(await search('s o')).toEqual([])
  expect(await search('a o')).toEqual(['Ana Oña'])
  expect(await search('gz')).toEqual([])
})

test.each([
  ['oldest', ['Óscar', 'Zoe', 'ana', 'Ángel', 'Bea']],
  ['newest', ['Bea', 'Ángel', 'ana', 'Zoe', 'Óscar']],
  ['name', ['ana', 'Ángel', 'Bea', 'Óscar', 'Zoe']],
] as const)(
  'ADM-37 A-76 a list by %s is in that order, a page at a time and each client once',
  async (order, wanted) => {
    const { ask, as } = await withClients('Óscar', 'Zoe', 'ana', 'Ángel', 'Bea')
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, order, ...(cursor && { cursor }) }
      const { body } = await ask(customers.list, { as, query })
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next
    }

    expect(seen).toEqual(wanted)
  },
)

test.each([
  ['newest', ['Zoe', 'Bea', 'Óscar'], ['ana', 'Ángel']],
  ['oldest', ['Óscar', 'Bea', 'Zoe'], ['Ángel', 'ana']],
  ['name', ['Bea', 'Óscar', 'Zoe'], ['ana', 'Ángel']],
] as const)(
  'clients with an account, or without one, by %s, a page at a time and each once',
  async (order, withOne, none) => {
    const { practice, ask, as, create } = await withClients('Óscar', 'Bea', 'Zoe')
    const { items } = (await ask(customers.list, { as, query: {} })).body
    for (const customer of items) {
      const { customerId } = customer
      const userId = `usr_${customer.name}`
      await practice.data.transact((entities) => ({
        customer: entities.customers.patch({ customerId }).set({ userId }).commit(),
        searchLine: putCustomerSearchLine(entities, { ...customer, phone: undefined, userId }),
      }))
    }
    await create({ name: 'Ángel', email: 'angel@correo.test' })
    practice.clock.advance({ minutes: 1 })
    await create({ name: 'ana', email: 'ana@correo.test' })
    const pages = async (query: object) => {
      const seen: string[] = []
      const counts = new Set<number>()
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { body } = await ask(customers.list, {
          as,
          query: { limit: 2, order, ...query, ...(cursor && { cursor }) },
        })
        seen.push(...body.items.map(({ name }) => name))
        counts.add(body.matching)
        cursor = body.next
      }
      return { seen, counts: [...counts] }
    }

    expect(await pages({ account: 'with' })).toEqual({ seen: withOne, counts: [3] })
    expect(await pages({ account: 'without' })).toEqual({ seen: none, counts: [2] })
    expect(await pages({ account: 'with', search: 'oscar' })).toEqual({ seen: ['Óscar'], counts: [1] })
  },
)

test('the accounts are searched by name and address, and how many match is said', async () => {
  const { practice, as, administrador } = await withClients()
  const ask = createEndpointCaller(serveUsers(() => ({ ...practice })))

  await updateUserSearchPieces(practice.data, practice.data.transact, administrador.userId)

  const found = await ask(users.list, { as, query: { search: 'ferrer LUCIA' } })
  const none = await ask(users.list, { as, query: { search: 'nadie' } })

  expect(found.body).toMatchObject({ items: [{ id: administrador.userId }], next: null, matching: 1 })
  expect(none.body).toEqual({ items: [], next: null, matching: 0, isComplete: true })
})

test('an exported phone shows no apostrophe, and what a spreadsheet would run still has one', async () => {
  const { ask, as, create } = await withClients()
  await create({ name: 'Ada', email: 'ada@correo.test', phone: '+34 600-123-456', notes: '=1+1', basis: 'health-care' })
  await create({ name: 'Bea', email: 'bea@correo.test', phone: '+cmd|calc' })

  const { body } = await ask(customers.exportAll, { as })

  expect(body.csv).toContain(';+34 600 123 456;')
  expect(body.csv).toContain("'=1+1")
  expect(body.csv).toContain("'+cmd|calc")
})
