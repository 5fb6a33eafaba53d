import { expect, test } from 'vitest'
import type { Outcome } from '#data/transact'
import { unchanged } from '#data/unchanged'
import { requireVersion, requireWritten } from '#platform/conflict'
import { anEmptyTable } from '../../support/table.ts'

const refused = (...failed: readonly ['record' | 'slot', ...('record' | 'slot')[]]): Outcome<'record' | 'slot'> => ({
  written: false,
  failed: failed[0],
  failedAll: new Set(failed),
})

test('a change of the version that is stored goes on, also of a record that is not there yet', () => {
  expect(() => requireVersion({ version: 3 }, 3)).not.toThrow()
  expect(() => requireVersion(undefined, 0)).not.toThrow()
})

test('a change of another version is a conflict', () => {
  expect(() => requireVersion({ version: 4 }, 3)).toThrow('changed-meanwhile')
  expect(() => requireVersion(undefined, 3)).toThrow('changed-meanwhile')
})

test('what was not written is a conflict, unless the first condition that did not hold has a meaning of its own', () => {
  expect(() => requireWritten({ written: true })).not.toThrow()
  expect(() => requireWritten(refused('record'), { slot: 'slot-taken' })).toThrow('changed-meanwhile')
  expect(() => requireWritten(refused('record', 'slot'), { slot: 'slot-taken' })).toThrow('changed-meanwhile')
  expect(() => requireWritten(refused('slot', 'record'), { slot: 'slot-taken' })).toThrow('slot-taken')
  // @ts-expect-error: `mail` is no name of this transaction
  expect(() => requireWritten(refused('slot'), { mail: 'slot-taken' })).toThrow('changed-meanwhile')
})

test('of two who write over what they have read, the second has written nothing', async () => {
  const { data } = await anEmptyTable()
  const key = { customerId: 'cus_00000001' }
  const save = (read: string | null, savedAt: string) =>
    data.transact((entities) => ({
      draft: entities.questionnaireDrafts
        .put({ ...key, answers: {}, version: 0, savedAt })
        .where((stored, operations) => unchanged(stored.savedAt, read, operations))
        .commit(),
    }))

  const outcomes = [await save(null, 'first'), await save(null, 'second'), await save('first', 'third')]

  expect(outcomes.map(({ written }) => written)).toEqual([true, false, true])
  expect((await data.questionnaireDrafts.get(key).go({ consistent: true })).data?.savedAt).toBe('third')
})
