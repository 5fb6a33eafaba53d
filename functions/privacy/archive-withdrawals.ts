import { ARCHIVE_RETENTION_STEP_DAYS } from '#contract/archive'
import { LOWEST_SORT_KEY } from '#data/pagination'
import type { EntityItem } from 'electrodb'
import type { TableEntities } from '#data/entities'
import {
  toWithdrawalAcknowledgementMailId,
  computeWithdrawalDigestMail,
} from '../withdrawals/public/withdrawal-mails.ts'
import { type DataSubjectAddress, isFromBeforeSharing } from './data-subject.ts'
import { stripAuditEntryCaller } from './erase-audit-entries.ts'
import type { ErasureServices } from './erase-services.ts'

type Withdrawal = EntityItem<TableEntities['withdrawals']>

const DAY_MS = 86_400_000

/** Days in use: 14 for the refund, then time for questions. Its mails expire with it. */
const WITHDRAWAL_OPEN_DAYS = 90

/** Years kept blocked, from the day of the withdrawal, to answer legal claims (Código Civil, article 1964). */
const WITHDRAWAL_KEPT_YEARS = 5

/** The archive counts from the day of archiving, at the latest when the withdrawal goes out of use. */
const STEPS = Math.floor((WITHDRAWAL_KEPT_YEARS * 365 - WITHDRAWAL_OPEN_DAYS) / ARCHIVE_RETENTION_STEP_DAYS)

export async function archiveExpiredContractWithdrawals(services: ErasureServices): Promise<void> {
  const before = new Date(services.now().getTime() - WITHDRAWAL_OPEN_DAYS * DAY_MS).toISOString()
  const { data: old } = await services.data.withdrawals.query
    .newestFirst({})
    .between({ requestedAt: LOWEST_SORT_KEY }, { requestedAt: before })
    .go({ pages: 'all' })
  for (const withdrawal of old) await block(withdrawal, services)
}

/**
 * By address, whatever name was entered, unless somebody else has the address too and the withdrawal may be theirs. The
 * table contains at most ninety days of them.
 */
export async function archiveContractWithdrawalsByAddress(
  addresses: readonly DataSubjectAddress[],
  services: ErasureServices,
): Promise<void> {
  const { data: all } = await services.data.withdrawals.query.newestFirst({}).go({ pages: 'all' })
  for (const withdrawal of all) {
    const isTheirs = addresses.some(
      (address) =>
        withdrawal.email === address.email.toLowerCase() && isFromBeforeSharing(address, withdrawal.requestedAt),
    )
    if (isTheirs) await block(withdrawal, services)
  }
}

async function block(withdrawal: Withdrawal, services: ErasureServices): Promise<void> {
  const { data, archive, partitions } = services
  const { withdrawalId, requestedAt } = withdrawal
  const bytes = Buffer.from(JSON.stringify(withdrawal, null, 2))
  await archive.put(`keep-${STEPS}/withdrawal/${withdrawalId}/record.json`, { bytes, contentType: 'application/json' })
  for await (const entry of partitions.auditAbout(withdrawalId)) {
    await partitions.replace(stripAuditEntryCaller(entry))
  }
  // Its caller stood under this key; with it an emptied caller counts as altered, and could be guessed from the copy.
  await data.auditKeys.delete({ subject: withdrawalId }).go()
  await data.mails.delete({ mailId: toWithdrawalAcknowledgementMailId(withdrawalId) }).go()
  if (isOver(requestedAt, services))
    await data.mails.delete({ mailId: computeWithdrawalDigestMail(new Date(requestedAt)).mailId }).go()
  await data.withdrawals.delete({ withdrawalId }).go()
}

const isOver = (requestedAt: string, { now }: ErasureServices): boolean =>
  now().getTime() - Date.parse(requestedAt) >= WITHDRAWAL_OPEN_DAYS * DAY_MS
