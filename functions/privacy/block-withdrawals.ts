import { ARCHIVE_STEP_DAYS } from '#contract/archive'
import { LOWEST_KEY } from '#data/page'
import type { EntityItem } from 'electrodb'
import type { Entities } from '#data/entities'
import { acknowledgementId, digestOf } from '../withdrawals/public/withdrawal-mails.ts'
import { stripCaller } from './erase-history.ts'
import type { EraseServices } from './erase-services.ts'

type Withdrawal = EntityItem<Entities['withdrawals']>

const DAY_MS = 86_400_000

/** For how long a withdrawal is at work: fourteen days to pay back, and time for what is asked about it. Its mails end with it. */
const WITHDRAWAL_OPEN_DAYS = 90

/** For how long it is kept where nobody works with it, to answer for it (Código Civil, article 1964). Years from its day on. */
const WITHDRAWAL_KEPT_YEARS = 5

/** The archive counts from the day on which something is put there, at the latest when it is no longer at work. */
const STEPS = Math.floor((WITHDRAWAL_KEPT_YEARS * 365 - WITHDRAWAL_OPEN_DAYS) / ARCHIVE_STEP_DAYS)

/** Blocks the withdrawals that are no longer at work. */
export async function blockOldWithdrawals(services: EraseServices): Promise<void> {
  const before = new Date(services.now().getTime() - WITHDRAWAL_OPEN_DAYS * DAY_MS).toISOString()
  const { data: old } = await services.data.withdrawals.query
    .newestFirst({})
    .between({ requestedAt: LOWEST_KEY }, { requestedAt: before })
    .go({ pages: 'all' })
  for (const withdrawal of old) await block(withdrawal, services)
}

/** Blocks those with the address of somebody who is erased, whoever wrote it there. At most ninety days of them are in the table. */
export async function blockWithdrawalsOf(email: string, services: EraseServices): Promise<void> {
  const { data: all } = await services.data.withdrawals.query.newestFirst({}).go({ pages: 'all' })
  for (const withdrawal of all) {
    if (withdrawal.email === email.toLowerCase()) await block(withdrawal, services)
  }
}

/** Each step may be repeated; the withdrawal itself goes last. */
async function block(withdrawal: Withdrawal, services: EraseServices): Promise<void> {
  const { data, archive, partitions } = services
  const { withdrawalId, requestedAt } = withdrawal
  const record = Buffer.from(JSON.stringify(withdrawal, null, 2))
  await archive.put(`keep-${STEPS}/withdrawal/${withdrawalId}/record.json`, record, 'application/json')
  for await (const entry of partitions.auditAbout(withdrawalId)) {
    await partitions.replace(stripCaller(entry))
  }
  await data.mails.delete({ mailId: acknowledgementId(withdrawalId) }).go()
  if (isOver(requestedAt, services)) await data.mails.delete({ mailId: digestOf(new Date(requestedAt)).mailId }).go()
  await data.withdrawals.delete({ withdrawalId }).go()
}

/** The digest of its morning names others too, which may still be at work. */
const isOver = (requestedAt: string, { now }: EraseServices): boolean =>
  now().getTime() - Date.parse(requestedAt) >= WITHDRAWAL_OPEN_DAYS * DAY_MS
