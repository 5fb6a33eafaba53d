import { CheckIn, checkInFields, CustomerCheckIn, isCheckInOpen, listedCheckInWeeks } from '#contract/check-in'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { CustomerTaskKind } from '#contract/customer-lists'
import type { questionnaire } from '#contract/questionnaire'
import { findCheckIns } from '#data/check-in-queries'
import { isConditionFailure } from '#data/database'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { findChangedFieldKeys, toReply, toStoredRecord } from '#data/stored-record'
import { toEpochSeconds } from '#data/table'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import { retryOnConflict } from '#platform/retry-on-conflict'
import type { EndpointAction } from '#platform/serve'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'

const WORSE: CustomerTaskKind = 'check-in-worse'

const KEPT_DAYS = 400

export const listOwnCheckIns: EndpointAction<typeof questionnaire.listCheckInsOfMine> = async (
  { actor },
  { data, now },
) => {
  const items = await findCheckIns(data, requireOwnCustomerId(actor), listedCheckInWeeks(toPracticeDay(now())))
  return { items: items.map((stored) => toReply(CheckIn, stored)) }
}

export const listCustomerCheckIns: EndpointAction<typeof questionnaire.listCheckInsOfCustomer> = async (
  { params },
  { data, now },
) => {
  await requireCustomer(params.customerId, data)
  const items = await findCheckIns(data, params.customerId, listedCheckInWeeks(toPracticeDay(now())))
  return { items: items.map((stored) => toReply(CustomerCheckIn, stored)) }
}

/** An unchanged answer writes nothing; one replaced meanwhile returns the newer one. */
export const saveOwnCheckIn: EndpointAction<typeof questionnaire.saveCheckIn> = retryOnConflict(
  async ({ actor, body }, services) => {
    const { data, now } = services
    const { week, at, ...entered } = body
    const key = { customerId: requireOwnCustomerId(actor), week }
    await requireAdultOrGuardianConsent(actor, services)
    // Capped, so that a fast clock does not win over every later answer.
    const answeredAt = at !== undefined && at < now().toISOString() ? at : now().toISOString()
    if (!isCheckInOpen(week, answeredAt, now())) throwRefusal('check-in-closed')
    const { data: stored } = await data.checkIns.get(key).go()
    const isSaved = stored && findChangedFieldKeys(checkInFields, stored, entered).length === 0
    if (stored && (isSaved || stored.answeredAt > answeredAt)) return toReply(CheckIn, stored)

    const expiresAtEpoch = toEpochSeconds(now()) + KEPT_DAYS * 86_400
    const checkIn = { ...key, ...toStoredRecord(checkInFields, entered), answeredAt, expiresAtEpoch }
    const outcome = await data.transact((entities) => ({
      // `put`: removes a deleted line and `seenAt`.
      checkIn: entities.checkIns
        .put(checkIn)
        .where((saved, operations) => createUnchangedCondition(saved.answeredAt, stored?.answeredAt, operations))
        .commit(),
      audit: appendAuditEntry(
        entities,
        { action: 'CHECK_IN_SAVED', by: actor.userId, subjectId: key.customerId, caller: actor, details: { week } },
        services,
      ),
    }))
    requireTransactionWritten(outcome)
    return toReply(CheckIn, checkIn)
  },
)

export const markCheckInSeen: EndpointAction<typeof questionnaire.seeCheckIn> = async (
  { params, body: { week, answeredAt } },
  { data, now },
) => {
  const key = { customerId: params.customerId, week }
  const { data: stored } = await data.checkIns.get(key).go()
  if (!stored) return throwRefusal('not-found')
  if (stored.answeredAt !== answeredAt) throwRefusal('changed-meanwhile')
  const seenAt = stored.seenAt ?? now().toISOString()
  try {
    await data.checkIns
      .patch(key)
      .set({ seenAt })
      .where((saved, { eq }) => eq(saved.answeredAt, answeredAt))
      .go()
  } catch (error) {
    if (isConditionFailure(error)) throwRefusal('changed-meanwhile')
    throw error
  }
  const [newer] = await findCheckIns(data, params.customerId, { from: addDays(week, 1), to: HIGHEST_SORT_KEY })
  // At once, so that the answer that was read leaves the list of tasks; a newer one stays.
  if (!newer) await data.customerListEntries.delete({ customerId: params.customerId, order: WORSE }).go()
  return { seenAt }
}
