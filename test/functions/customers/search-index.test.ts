import { describe, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers-domain'
import { MAX_COUNTED_MATCHES } from '#contract/search'
import { searchCustomerPieces } from '#data/customer-search'
import {
  isCustomerSearchLineIndexed,
  putCustomerSearchLine,
  toCustomerSearchLineKey,
  updateCustomerSearchPieces,
} from '#data/customer-search-index'
import {
  createCustomerMatcher,
  createSearchPieceKeys,
  planCustomerSearch,
  toCustomerSearchText,
} from '#data/customer-search-text'
import { createLambdaHandler as recounting } from '../../../functions/customers/recount.handler.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'

const piecesIn = async ({ practice }: CustomersSetup) =>
  (await scanWholeTable(practice))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`)
    .filter((key) => key.startsWith('$client#piece_'))
    .toSorted()

const keysOf = (line: Parameters<typeof createSearchPieceKeys>[0]) =>
  createSearchPieceKeys(line)
    .map(({ piece, place }) => `$client#piece_${piece} ${place}`)
    .toSorted()

const aClient = (n: number) => ({
  customerId: `cus_${String(n).padStart(8, '0')}`,
  name: `Ana ${['Muñoz', 'Núñez', 'Peña', 'Gil'][n % 4]} ${['Íñigo', 'Sanz', 'de la O', 'Ruiz'][(n >> 2) % 4]}`,
  email: `${['ana', 'a.n', 'info'][n % 3]}${n}@${['gmail.com', 'correo-uno.es'][n % 2]}`,
  ...(n % 5 > 0 && { phone: ['+34 600 123 45' + (n % 10), '(91) 555-0' + n, '60012' + n][n % 3] }),
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
})

async function indexed(people: readonly ReturnType<typeof aClient>[]) {
  const setup = await createCustomersSetup()
  const { data } = setup.practice
  for (const person of people) {
    await data.transact((entities) => ({
      customer: entities.customers.create(person).commit(),
      searchLine: putCustomerSearchLine(entities, person),
    }))
  }
  return setup
}

describe('the search of clients', () => {
  test('ADM-32 A-76 finds by its index whom a look at every client would find', async () => {
    const people = Array.from({ length: 24 }, (_, n) => aClient(n))
    const { practice } = await indexed(people)
    const texts = people.map(({ name, email, phone = '' }) => [name, email, phone])
    const written =
      'ana|muñoz|nune iñi|ña s|a s|de la o|o|pe|sa an|gmail gil|@gm|uno.e|o-u|600|600 123|0012|+34|+34 6|(91)|91 5|5550|' +
      '34600|6 1|91-5|ana1 600|zzz|@|.|1 2|gmail uno|munoz gmail.com ana|Ana Muñoz Íñigo|  ana  '
    const parts = texts.flat().map((text, n) => (n % 3 > 0 ? text.slice(n % 5, (n % 5) + 3 + (n % 4)) : text))
    const searches = [...written.split('|'), ...parts].filter((search) => search.trim() !== '')

    for (const search of new Set(searches)) {
      const { matches } = await searchCustomerPieces(practice.data, search, () => true)
      const holds = createCustomerMatcher(search)
      const wanted = people.filter((person) => holds(toCustomerSearchText(person))).map(({ customerId }) => customerId)
      expect([search, matches.map(({ customerId }) => customerId).toSorted()]).toEqual([search, wanted])
    }
  })

  test('ADM-32 a text across a space is looked for whole, however many begin a word with its letters', () => {
    const [, whole] = planCustomerSearch('ña s')

    expect(whole).toMatchObject([{ piece: 'na ', from: '=s' }])
  })

  test('A-76 counts to 200 and shows so many, and says that there are more', async () => {
    const setup = await createCustomersSetup()
    const { ask, as, practice } = setup
    for (let n = 0; n <= MAX_COUNTED_MATCHES; n++) {
      const { customerId, createdAt } = aClient(n)
      await practice.data.searchPieces.put({ piece: 'ana', place: `=\n${customerId}`, createdAt, text: 'ana' }).go()
    }

    const { body } = await ask(customers.list, { as, query: { search: 'ana' } })

    expect(body).toMatchObject({ matching: MAX_COUNTED_MATCHES + 1, isComplete: true })
  })

  test('A-76 gives up, and says so, where thousands have one word or the other and nobody both', async () => {
    const { ask, as, practice } = await createCustomersSetup()
    const keys = ['gma', 'hot'].flatMap((piece) =>
      Array.from({ length: 2600 }, (_, n) => ({ piece, place: `=${piece}\n${aClient(n).customerId}` })),
    )
    await practice.data.searchPieces.put(keys.map((key) => ({ ...key, createdAt: '', text: 'nadie' }))).go()

    const { body } = await ask(customers.list, { as, query: { search: 'gma hot' } })

    expect(body).toMatchObject({ items: [], matching: 0, isComplete: false })
  })
})

describe('the pieces of a client', () => {
  test('are those of the text that stands now, whatever it was before', async () => {
    const setup = await createCustomersSetup()
    const { ask, as, create, search, practice } = setup
    const { body: made } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test', phone: '600 123 456' })
    const { customerId, version, ...before } = made

    await ask(customers.edit, {
      as,
      params: { customerId },
      body: { version, email: before.email, phone: null, address: null, notes: null, name: 'Ada Byron' },
    })

    const { data: line } = await practice.data.searchLines.get(toCustomerSearchLineKey(customerId)).go()
    expect(await search('byron')).toEqual(['Ada Byron'])
    expect([await search('lovelace'), await search('600 123')]).toEqual([[], []])
    expect(await piecesIn(setup)).toEqual(keysOf({ text: line?.text ?? '', customerId, createdAt: made.createdAt }))
  })

  test('are gone with the client, and with what was known of them', async () => {
    const setup = await createCustomersSetup()
    const { body: made } = await setup.create({ name: 'Ada Lovelace', email: 'ada@correo.test' })

    await setup.remove(made.customerId)

    expect(await piecesIn(setup)).toEqual([])
    expect((await setup.practice.data.searchLines.get(toCustomerSearchLineKey(made.customerId)).go()).data).toBeNull()
  })

  test('are written in several transactions where the text is long', async () => {
    const name = Array.from({ length: 20 }, (_, n) => `Apellido${n}`)
      .join(' ')
      .slice(0, 160)
    const { create, search } = await createCustomersSetup()

    await create({ name, email: `${'a'.repeat(60)}@correo.test` })

    expect(await search('apellido13')).toEqual([name])
    expect(await search('aaaaaaaa@cor')).toEqual([name])
  })

  test('of a change that two made at one moment are those of the one that stands', async () => {
    const setup = await indexed([aClient(1)])
    const { data } = setup.practice
    const { customerId } = aClient(1)
    const renamed = (name: string) =>
      data.transact((entities) => ({ searchLine: putCustomerSearchLine(entities, { ...aClient(1), name }) }))

    await Promise.all(['Bea Uno', 'Bea Dos', 'Bea Tres', 'Bea Uno'].map(renamed))

    const { data: line } = await data.searchLines.get(toCustomerSearchLineKey(customerId)).go()
    expect(line && isCustomerSearchLineIndexed(line)).toBe(true)
    expect(await piecesIn(setup)).toEqual(
      keysOf({ text: line?.text ?? '', customerId, createdAt: aClient(1).createdAt }),
    )
  })

  test('that were not written are by the next recount, and a failure to write them is no failure of the change', async () => {
    const setup = await createCustomersSetup()
    const { create, search, practice } = setup
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const line = vi.spyOn(practice.data.searchLines, 'get').mockImplementation(() => {
      throw new Error('no answer')
    })

    const { status } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    line.mockRestore()
    const before = await search('ada')
    practice.clock.advance({ minutes: 2 })
    const result = await recounting(() => practice)()

    expect(status).toBe(201)
    expect(written.mock.calls.map(([text]) => JSON.parse(String(text)) as object)).toContainEqual(
      expect.objectContaining({ level: 'ERROR', followUp: 'search pieces', fault: 'Error' }),
    )
    expect([before, await search('ada')]).toEqual([[], ['Ada Lovelace']])
    // The calling account was created without search items.
    expect(result).toMatchObject({ repaired: 2 })
  })
})

describe('the recount', () => {
  test('writes the pieces of clients from before there were any, without waiting for the night', async () => {
    const { practice, search } = await createCustomersSetup()
    const { data, clock } = practice
    await data.customers.put({ ...aClient(1), version: 1 }).go()
    await data.searchLines.put({ ...toCustomerSearchLineKey(aClient(1).customerId), text: 'ana', createdAt: '' }).go()
    await data.counters.update({ of: 'practice' }).set({ clients: 1, recountedAt: clock.now().toISOString() }).go()

    await recounting(() => practice)()

    expect(await search('ana')).toEqual([aClient(1).name])
  })

  test('takes away the line of somebody who is gone, with their pieces', async () => {
    const setup = await indexed([aClient(1)])
    const { practice } = setup
    await practice.data.customers.delete({ customerId: aClient(1).customerId }).go()
    practice.clock.advance({ minutes: 2 })

    await recounting(() => practice)()

    expect(await piecesIn(setup)).toEqual([])
  })
})

test('pieces that are right are not written again', async () => {
  const { practice } = await indexed([aClient(1)])
  const { data } = practice
  const transact = vi.spyOn(data, 'transact')

  await updateCustomerSearchPieces(data, data.transact, aClient(1).customerId)

  expect(transact).not.toHaveBeenCalled()
})
