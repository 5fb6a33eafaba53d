import { Entity, type EntityConfiguration } from 'electrodb'
import type { BudgetMilestone, PublishedBudgetOption } from '#contract/budget-option'
import { noShowRules } from '#contract/cancellation-rules'
import { tableIndexes } from './table.ts'
import { createTypedAttribute } from './typed-attribute.ts'

export interface StoredBudgetPart {
  readonly number: number
  readonly amountCents: number
  readonly before: BudgetMilestone | null
  readonly orderId: string
  readonly paidAt?: string
  readonly refundedAt?: string
}

export interface BookedBudgetUnit {
  readonly number: number
  readonly consultationId: string
}

/**
 * An accepted budget with its wording at acceptance, and its use. Every change increments `version` and is conditional
 * on the version read.
 */
export const budgetAgreementEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'agreement', entity: 'budgetAgreement', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        budgetId: { type: 'string', required: true, readOnly: true },
        version: { type: 'number', required: true },
        status: { type: ['active', 'ended'] as const, required: true },
        budgetVersion: { type: 'number', required: true, readOnly: true },
        option: { type: createTypedAttribute<PublishedBudgetOption>(), required: true, readOnly: true },
        inParts: { type: 'boolean', required: true, readOnly: true },
        /** Can be corrected until something is paid. */
        taxId: { type: 'string', required: true },
        address: { type: 'string', required: true },
        noShowRule: { type: noShowRules, required: true, readOnly: true },
        acceptedAt: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        expressRequestAt: { type: 'string' },
        acknowledgementAt: { type: 'string' },
        parts: { type: createTypedAttribute<readonly StoredBudgetPart[]>(), required: true },
        booked: { type: createTypedAttribute<readonly BookedBudgetUnit[]>(), required: true },
        analysed: { type: createTypedAttribute<readonly number[]>(), required: true },
        startDay: { type: 'string' },
        endedAt: { type: 'string' },
        endedBy: { type: 'string' },
        refundCents: { type: 'number' },
        /** Ids of consultations that end with it, beyond the limit of the ending transaction. */
        hoursToCancel: { type: createTypedAttribute<readonly string[]>() },
        /** Ids of consultations that were kept at its end and cancelled later: their value is still to be refunded. */
        hoursToGiveBack: { type: createTypedAttribute<readonly string[]>() },
        givenBackCents: { type: 'number' },
        /** When the practice noted each invoice, by `invoice <order>` or `credit-note <refund>`. */
        invoiced: { type: createTypedAttribute<Readonly<Record<string, string>>>(), required: true },
        /**
         * When the next part is due, or a day that never comes. After the end, while consultations are to be cancelled
         * or refunded, the day of the end.
         */
        nextDueDay: { type: 'string', required: true },
        /** Part of which the checkout is complete while the bank has not paid yet: nothing else is due meanwhile. */
        payingOrderId: { type: 'string' },
        /** Late part of which the client was notified. */
        remindedOrderId: { type: 'string' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['budgetId'] } },
        byDueDay: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['nextDueDay', 'budgetId'] },
        },
      },
    },
    config,
  )
