import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMailsToBuyerOfYesterday, smallestJourneys } from './smallest-journeys.ts'
import { startDamagedProduct } from './start-damaged-product.ts'

let product: Awaited<ReturnType<typeof startDamagedProduct>>

beforeAll(async () => {
  product = await startDamagedProduct(({ remove, removeTrigger }) => {
    removeTrigger('PreTokenGenerationConfig')
    remove('AWS::Scheduler::Schedule', 'followupsignups')
  })
}, 240_000)

afterAll(async () => product.close())

test('a trigger that is gone: whoever signs in is let into nothing, because the token says nothing that routes ask for', async () => {
  await expect(smallestJourneys.readProtocol()).rejects.toThrow('GET /account/session: 403 {"message":"Forbidden"}')
})

test('a schedule that is gone: a buyer is not reminded, and no policy has refused anything', async () => {
  const subjects = await listMailsToBuyerOfYesterday()

  expect(subjects.filter((subject) => subject.startsWith('Tu pago te espera'))).toEqual([])
  expect(product.denied('')).toEqual([])
}, 90_000)
