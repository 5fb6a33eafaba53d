import { expect, test, vi } from 'vitest'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import { openAuditHistory } from '../../support/audit-history.ts'
import { toQueueEvent } from '../../support/dispatched-messages.ts'
import { createTestPractice } from '../../support/practice.ts'

/** Of forty busy seconds: 500 a second are the limit of one partition of the table. */
const ENTRIES = 20_000
const BATCH = ENTRIES / 10

test('A-72 of 20,000 entries as fast as the table takes them none is lost, though the copier is killed twice, a batch comes twice and one late', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const practice = await createTestPractice()
  const log = openRawAuditLog(practice)
  const entries = Array.from({ length: ENTRIES }, (_, number) => ({
    auditId: `aud_${String(number).padStart(8, '0')}`,
    month: '2026-11',
    createdAt: new Date(Date.parse('2026-11-21T08:00:00.000Z') + number).toISOString(),
    action: 'FILE_ADDED' as const,
    userId: `usr_${number % 7}aaaaaaa`,
    subjectId: `cus_${number % 50}aaaaaaa`,
  }))
  await log.put(entries as never).go()
  const history = await openAuditHistory(practice)
  const messages = await history.listNewMessages()
  const batches = Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  )
  const [late = [], twice = [], ...others] = batches
  const { put } = history.services.vault
  const killed = vi.spyOn(history.services.vault, 'put')
  // Once before the object is written, and once after it.
  killed.mockRejectedValueOnce(new Error('killed'))
  killed.mockImplementationOnce(async (key, text) => {
    await put(key, text)
    throw new Error('killed')
  })

  const deliver = async (batch: typeof messages): Promise<void> => {
    await history.copy(toQueueEvent(batch)).catch(() => deliver(batch))
  }
  for (const batch of others) await deliver(batch)
  // Twice concurrently, and once more in a different batch.
  await Promise.all([deliver(twice), deliver(twice)])
  await deliver([...twice.slice(0, 3), ...(others[0] ?? []).slice(0, 3)])
  practice.clock.advance({ hours: 1 })
  await history.digest()
  await deliver(late)
  practice.clock.advance({ hours: 1 })
  await history.digest()

  practice.clock.advance({ hours: 24 })
  expect(await history.check()).toEqual({ checked: true, broken: 0 })
  expect(await history.readCheck()).toMatchObject({ entries: ENTRIES, brokenCount: 0 })
  expect(killed.mock.calls.length).toBeGreaterThan(batches.length)
}, 300_000)
