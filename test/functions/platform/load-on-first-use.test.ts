import { expect, test } from 'vitest'
import { loadOnFirstUse } from '#platform/load-on-first-use'

interface Storage {
  readonly read: (key: string) => Promise<string>
}

function openStorage() {
  const seen = { loads: 0 }
  const load = async (): Promise<Storage> => {
    seen.loads += 1
    return { read: async (key) => `what is kept under ${key}` }
  }
  return { seen, storage: loadOnFirstUse<Storage>(load) }
}

test('a service is loaded once, at the first call of a method, and answers as itself', async () => {
  const { seen, storage } = openStorage()
  expect(seen.loads).toBe(0)

  const answers = await Promise.all([storage.read('one'), storage.read('two')])

  expect(answers).toEqual(['what is kept under one', 'what is kept under two'])
  expect(seen.loads).toBe(1)
})

test('a service that is waited for by mistake stays what it is', async () => {
  const { seen, storage } = openStorage()

  const awaited = await Promise.resolve(storage)

  expect(await awaited.read('one')).toBe('what is kept under one')
  expect(seen.loads).toBe(1)
})

test('a service that is not loaded yet cannot be spread, which would lose its methods', () => {
  const { storage } = openStorage()

  expect(() => ({ ...storage })).toThrow('no list of methods')
})
