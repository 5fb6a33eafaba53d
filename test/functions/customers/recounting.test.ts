import { afterEach, describe, expect, test, vi } from 'vitest'
import { toCustomerSearchLine } from '#data/customer-search-index'
import { readPracticeCounts } from '#data/practice-counter'
import { createLambdaHandler as recounting } from '../../../functions/customers/recount.handler.ts'
import { createAdministrador, createCliente } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

const PAGE = 500

const someone = (n: number) => ({
  customerId: `cus_${String(n).padStart(8, '0')}`,
  name: `Cliente ${n}`,
  email: `cliente${n}@correo.test`,
  version: 1,
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
})

async function seedUncounted({ data }: TestPractice, count: number, withLine = count): Promise<void> {
  const people = Array.from({ length: count }, (_, n) => someone(n))
  await data.customers.put(people).go()
  const lines = people.slice(0, withLine).map(toCustomerSearchLine)
  await data.searchLines.put(lines.map((line) => ({ ...line, indexed: [line.text] }))).go()
}

const timeFor = (pages: number) => {
  let left = pages
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 60_000 : 1000) }
}

const counts = async ({ data }: TestPractice) => {
  const { users, clients } = await readPracticeCounts(data)
  return { users, clients }
}

afterEach(() => void vi.restoreAllMocks())

describe('A-39 the daily recount', () => {
  test('that runs out of time goes on in the next run with the page where it was', async () => {
    const practice = await createTestPractice()
    await seedUncounted(practice, 2 * PAGE + 10, 2 * PAGE)
    const recount = recounting(() => practice)
    const read = vi.spyOn(practice.data.customers.query, 'newestFirst')

    const first = await recount({}, timeFor(2))
    const second = await recount({}, timeFor(1))
    const third = await recount()

    expect([first, second]).toEqual([
      { counted: false, repaired: 0 },
      { counted: false, repaired: 0 },
    ])
    expect(third).toEqual({ counted: true, repaired: 10 })
    expect(read).toHaveBeenCalledTimes(3)
    expect(await counts(practice)).toEqual({ users: 0, clients: 2 * PAGE + 10 })
    expect((await practice.data.jobCheckpoints.scan.go()).data).toEqual([])
  })

  test('that fails in the middle goes on there too', async () => {
    const practice = await createTestPractice()
    await seedUncounted(practice, PAGE + 10)
    const recount = recounting(() => practice)
    const read = vi.spyOn(practice.data.customers.query, 'newestFirst')
    await recount({}, timeFor(2))
    read.mockImplementationOnce(() => {
      throw new Error('the table does not answer')
    })

    await expect(recount()).rejects.toThrow('does not answer')
    const after = await recount()

    expect(after).toEqual({ counted: true, repaired: 0 })
    expect(await counts(practice)).toEqual({ users: 0, clients: PAGE + 10 })
  })

  test('leaves the numbers alone where they differ by no more than what changed while it counted', async () => {
    const practice = await createTestPractice()
    await createAdministrador(practice)
    practice.clock.advance({ minutes: 2 })
    await recounting(() => practice)()
    practice.clock.advance({ days: 1 })
    const recount = recounting(() => practice)

    await recount({}, timeFor(1))
    await createCliente(practice)
    await practice.data.counters.update({ of: 'practice-3' }).add({ users: 1, clients: 1, changes: 1 }).go()

    expect(await recount()).toMatchObject({ counted: true })
    expect(await counts(practice)).toEqual({ users: 2, clients: 1 })
  })

  test('takes out a larger difference although something changed meanwhile', async () => {
    const practice = await createTestPractice()
    await seedUncounted(practice, 20)
    const recount = recounting(() => practice)

    await recount({}, timeFor(1))
    await practice.data.counters.update({ of: 'practice-1' }).add({ clients: 1, changes: 1 }).go()

    expect(await recount()).toMatchObject({ counted: true })
    expect(await counts(practice)).toEqual({ users: 0, clients: 20 })
  })

  test('counts again in the next hour when an import was shown meanwhile', async () => {
    const practice = await createTestPractice()
    await seedUncounted(practice, 20)
    const recount = recounting(() => practice)

    await recount({}, timeFor(1))
    await practice.data.counters.update({ of: 'practice' }).add({ clients: 5000, changes: 1 }).go()

    expect(await recount()).toMatchObject({ counted: false })
    expect(await recount()).toMatchObject({ counted: true })
    expect(await counts(practice)).toEqual({ users: 0, clients: 20 })
  })

  test.for(['practice', 'practice-1', 'practice-4'])(
    'finds numbers that are wrong where nothing changed meanwhile, also in the item %s',
    async (of) => {
      const practice = await createTestPractice()
      await seedUncounted(practice, 20)
      await practice.data.counters.put({ of, users: 3, clients: -4, changes: 7 }).go()

      expect(await recounting(() => practice)()).toMatchObject({ counted: true })
      expect(await counts(practice)).toEqual({ users: 0, clients: 20 })
    },
  )

  test('repairs the mark of staff in both directions', async () => {
    const practice = await createTestPractice()
    const boss = await createAdministrador(practice)
    const client = await createCliente(practice)
    const { data } = practice
    const made = { createdAt: practice.now().toISOString(), version: 1 }
    await data.customers
      .put({ ...made, customerId: 'cus_of-boss', userId: boss.userId, name: 'Jefa', email: boss.email })
      .go()
    await data.users.patch({ userId: boss.userId }).set({ customerId: 'cus_of-boss' }).go()
    await data.customers.patch({ customerId: client.customerId }).set({ internal: true }).go()

    const { repaired } = await recounting(() => practice)()

    const internal = async (customerId: string) => (await data.customers.get({ customerId }).go()).data?.internal
    expect([await internal('cus_of-boss'), await internal(client.customerId)]).toEqual([true, false])
    expect(repaired).toBeGreaterThanOrEqual(2)
    expect((await counts(practice)).clients).toBe(1)
  })
})
