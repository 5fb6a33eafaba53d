import { expect, test } from 'vitest'
import type { TransactionOutcome } from '#data/transact'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { createEmptyTable } from '../../support/table.ts'

const refused = (
  ...failed: readonly ['record' | 'slot', ...('record' | 'slot')[]]
): TransactionOutcome<'record' | 'slot'> => ({
  written: false,
  failed: failed[0],
  failedAll: new Set(failed),
})

test('a change of the version that is stored goes on, also of a record that is not there yet', () => {
  expect(() => requireCurrentVersion({ version: 3 }, 3)).not.toThrow()
  expect(() => requireCurrentVersion(undefined, 0)).not.toThrow()
})

test('a change of another version is a conflict', () => {
  expect(() => requireCurrentVersion({ version: 4 }, 3)).toThrow('changed-meanwhile')
  expect(() => requireCurrentVersion(undefined, 3)).toThrow('changed-meanwhile')
})

test('what was not written is a conflict, unless the first condition that did not hold has a meaning of its own', () => {
  expect(() => requireTransactionWritten({ written: true })).not.toThrow()
  expect(() => requireTransactionWritten(refused('record'), { slot: 'slot-taken' })).toThrow('changed-meanwhile')
  expect(() => requireTransactionWritten(refused('record', 'slot'), { slot: 'slot-taken' })).toThrow(
    'changed-meanwhile',
  )
  expect(() => requireTransactionWritten(refused('slot', 'record'), { slot: 'slot-taken' })).toThrow('slot-taken')
  // @ts-expect-error: `mail` is no name of this transaction
  expect(() => requireTransactionWritten(refused('slot'), { mail: 'slot-taken' })).toThrow('changed-meanwhile')
})

test('of two who write over what they have read, the second has written nothing', async () => {
  const { data } = await createEmptyTable()
  const key = { customerId: 'cus_00000001' }
  const save = (read: string | null, savedAt: string) =>
    data.transact((entities) => ({
      draft: entities.questionnaireDrafts
        .put({ ...key, answers: {}, version: 0, savedAt })
        .where((stored, operations) => createUnchangedCondition(stored.savedAt, read, operations))
        .commit(),
    }))

  const outcomes = [await save(null, 'first'), await save(null, 'second'), await save('first', 'third')]

  expect(outcomes.map(({ written }) => written)).toEqual([true, false, true])
  expect((await data.questionnaireDrafts.get(key).go()).data?.savedAt).toBe('third')
})
