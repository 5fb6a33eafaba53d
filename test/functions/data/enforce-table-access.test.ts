import { expect, test } from 'vitest'
import { allEntityKinds } from '#data/key-prefixes'
import { withTableAccess } from '#data/enforce-table-access'
import { openRawTableAccess } from '#data/raw-table-access'
import { openDatabase } from '#data/database'
import { createTestPractice } from '../../support/practice.ts'

const everything = { reads: allEntityKinds }

test('A-72 an entry of the audit log is found by a query, and never read by its key, which no role may do', async () => {
  const { table, data } = await createTestPractice()
  const at = { createdAt: '2026-11-21T10:00:00.000Z', auditId: 'aud_0001' }
  await data.auditEntries
    .create({ ...at, month: '2026-11', action: 'CUSTOMER_CREATED', userId: 'usr_1', subjectId: 'cus_1' })
    .go()
  const raw = openRawTableAccess(table.name, table.client)
  const database = openDatabase({ table: table.name, client: table.client })
  const reading = withTableAccess(everything, () => raw.auditEntry(at))
  const byKey = withTableAccess(everything, async () =>
    database.auditEntries.get({ ...at, month: '2026-11', shard: 0 }).go(),
  )

  expect(await reading()).toMatchObject(at)
  await expect(byKey()).rejects.toThrow('the function has not declared to read')
})
