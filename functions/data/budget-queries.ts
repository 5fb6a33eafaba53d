import type { EntityItem } from 'electrodb'
import { computePartDueDays, isPartPaid } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import { LOWEST_SORT_KEY } from './pagination.ts'
import type { TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

export type StoredBudget = EntityItem<TableEntities['budgets']>

export async function findBudgets(data: Database, customerId: string): Promise<readonly StoredBudget[]> {
  const { data: found } = await data.budgets.query.byCustomer({ customerId }).go({ pages: 'all' })
  return found.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

type BudgetChanges = Partial<Pick<StoredBudget, 'content' | 'declined' | 'published' | 'revision'>> & {
  readonly question?: { text: string; askedAt: string; answer?: string; answeredAt?: string }
}

export const patchBudget = (
  entities: TransactionEntities,
  { customerId, budgetId, version }: StoredBudget,
  changes: BudgetChanges,
  removed: readonly 'declined'[] = [],
) =>
  entities.budgets
    .patch({ customerId, budgetId })
    .set({ ...changes, version: version + 1 })
    .remove([...removed])
    .where((saved, operations) => createUnchangedCondition(saved.version, version, operations))
    .commit()

export type StoredAgreement = EntityItem<TableEntities['budgetAgreements']>

export async function findBudgetAgreements(data: Database, customerId: string): Promise<readonly StoredAgreement[]> {
  const { data: found } = await data.budgetAgreements.query.byCustomer({ customerId }).go({ pages: 'all' })
  return found.toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
}

type AgreementChanges = Partial<
  Pick<
    StoredAgreement,
    | 'acknowledgementAt'
    | 'address'
    | 'analysed'
    | 'booked'
    | 'endedAt'
    | 'endedBy'
    | 'expressRequestAt'
    | 'givenBackCents'
    | 'hoursToCancel'
    | 'hoursToGiveBack'
    | 'invoiced'
    | 'parts'
    | 'payingOrderId'
    | 'refundCents'
    | 'remindedOrderId'
    | 'startDay'
    | 'status'
    | 'taxId'
  >
>

/** Conditional on the version read. */
export function patchAgreement(
  entities: TransactionEntities,
  stored: StoredAgreement,
  changes: AgreementChanges,
  removed: readonly 'payingOrderId'[] = [],
) {
  const { customerId, budgetId, version } = stored
  const after: StoredAgreement = { ...stored, ...changes }
  for (const name of removed) delete after[name]
  return entities.budgetAgreements
    .patch({ customerId, budgetId })
    .set({ ...changes, status: after.status, nextDueDay: computeNextDueDay(after), version: version + 1 })
    .remove([...removed])
    .where((saved, { eq }) => eq(saved.version, version))
    .commit()
}

/** Sorts after every due day: nothing is due. */
const NO_DUE_DAY = '9999-12-31'

/** The index lags. */
export async function findAgreementsWithHoursLeft(data: Database, limit: number): Promise<readonly StoredAgreement[]> {
  const { data: found } = await data.budgetAgreements.query
    .byDueDay({ status: 'ended' })
    .between({ nextDueDay: LOWEST_SORT_KEY }, { nextDueDay: NO_DUE_DAY })
    .go({ limit })
  return found
}

/** Of the first unpaid part, unless the bank is paying it. After a fully refunded part nothing more can be paid. */
export function computeNextDueDay({
  status,
  option,
  parts,
  startDay,
  acceptedAt,
  endedAt,
  hoursToCancel = [],
  hoursToGiveBack = [],
  payingOrderId,
}: Pick<
  StoredAgreement,
  | 'acceptedAt'
  | 'endedAt'
  | 'hoursToCancel'
  | 'hoursToGiveBack'
  | 'option'
  | 'parts'
  | 'payingOrderId'
  | 'startDay'
  | 'status'
>): string {
  if (endedAt !== undefined && hoursToCancel.length + hoursToGiveBack.length > 0) return toPracticeDay(endedAt)
  const next = parts.findIndex((part) => !isPartPaid(part))
  const part = parts[next]
  if (!part || status === 'ended' || part.refundedAt !== undefined || part.orderId === payingOrderId) return NO_DUE_DAY
  return computePartDueDays(parts, option, startDay ?? toPracticeDay(acceptedAt))[next] ?? NO_DUE_DAY
}
