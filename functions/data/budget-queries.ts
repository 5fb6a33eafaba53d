import type { EntityItem } from 'electrodb'
import { computePartDueDays, isPartPaid } from '#contract/budget-rules'
import { toPracticeDay } from '#contract/calendar-days'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import type { TransactionEntities } from './transact.ts'

export type StoredBudget = EntityItem<TableEntities['budgets']>

/** The latest first. A client has a handful. */
export async function findBudgets(data: Database, customerId: string): Promise<readonly StoredBudget[]> {
  const { data: found } = await data.budgets.query.byCustomer({ customerId }).go({ pages: 'all' })
  return found.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

export type StoredAgreement = EntityItem<TableEntities['budgetAgreements']>

export async function findBudgetAgreements(data: Database, customerId: string): Promise<readonly StoredAgreement[]> {
  const { data: found } = await data.budgetAgreements.query.byCustomer({ customerId }).go({ pages: 'all' })
  return found.toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
}

type AgreementChanges = Partial<
  Pick<
    StoredAgreement,
    | 'acknowledgementAt'
    | 'analysed'
    | 'booked'
    | 'endedAt'
    | 'endedBy'
    | 'expressRequestAt'
    | 'invoiced'
    | 'parts'
    | 'refundCents'
    | 'remindedOrderId'
    | 'startDay'
    | 'status'
  >
>

/** As it was read, or nothing. */
export function patchAgreement(entities: TransactionEntities, stored: StoredAgreement, changes: AgreementChanges) {
  const { customerId, budgetId, version } = stored
  const after = { ...stored, ...changes }
  return entities.budgetAgreements
    .patch({ customerId, budgetId })
    .set({ ...changes, status: after.status, nextDueDay: computeNextDueDay(after), version: version + 1 })
    .where((saved, { eq }) => eq(saved.version, version))
    .commit()
}

const NEVER = '9999-12-31'

/** Of the first part that is not paid. After one that went back whole nothing more can be paid. */
export function computeNextDueDay({
  status,
  option,
  parts,
  startDay,
  acceptedAt,
}: Pick<StoredAgreement, 'acceptedAt' | 'option' | 'parts' | 'startDay' | 'status'>): string {
  const next = parts.findIndex((part) => !isPartPaid(part))
  if (status === 'ended' || parts[next]?.refundedAt !== undefined) return NEVER
  return computePartDueDays(parts, option, startDay ?? toPracticeDay(acceptedAt))[next] ?? NEVER
}
