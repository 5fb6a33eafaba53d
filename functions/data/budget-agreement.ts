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
  /** When all of it went back. */
  readonly refundedAt?: string
}

/** A consultation to come, or that was held or missed, and which one of those that are included it is. */
export interface BookedBudgetUnit {
  readonly number: number
  readonly consultationId: string
}

/**
 * What a client has accepted of a budget, in the words that they accepted, and what it has been used for. Every change
 * counts `version`, and is made on condition of the one that was read.
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
        /** Of the budget that was accepted. */
        budgetVersion: { type: 'number', required: true, readOnly: true },
        option: { type: createTypedAttribute<PublishedBudgetOption>(), required: true, readOnly: true },
        inParts: { type: 'boolean', required: true, readOnly: true },
        /** May be corrected before anything is paid. */
        taxId: { type: 'string', required: true },
        address: { type: 'string', required: true },
        noShowRule: { type: noShowRules, required: true, readOnly: true },
        acceptedAt: { type: 'string', required: true, readOnly: true },
        userId: { type: 'string', required: true, readOnly: true },
        /** As on an order: asked that it begins within the days of withdrawal, and knew what that means. */
        expressRequestAt: { type: 'string' },
        acknowledgementAt: { type: 'string' },
        parts: { type: createTypedAttribute<readonly StoredBudgetPart[]>(), required: true },
        booked: { type: createTypedAttribute<readonly BookedBudgetUnit[]>(), required: true },
        /** Numbers of those that were made. */
        analysed: { type: createTypedAttribute<readonly number[]>(), required: true },
        /** Of the first payment. */
        startDay: { type: 'string' },
        endedAt: { type: 'string' },
        endedBy: { type: 'string' },
        refundCents: { type: 'number' },
        /** Ids of the hours that end with it and were too many for the transaction that ended it. */
        hoursToCancel: { type: createTypedAttribute<readonly string[]>() },
        /** Ids of hours that stayed when it ended and were cancelled afterwards: what they are worth is still to go back. */
        hoursToGiveBack: { type: createTypedAttribute<readonly string[]>() },
        /** Of such hours, since it ended. */
        givenBackCents: { type: 'number' },
        /** When the practice noted each invoice, by `invoice <order>` or `credit-note <refund>`. */
        invoiced: { type: createTypedAttribute<Readonly<Record<string, string>>>(), required: true },
        /** When the next part is due, or a day that never comes; where hours are to be cancelled or given back, when it ended. */
        nextDueDay: { type: 'string', required: true },
        /** The part of whose being late the client was told. */
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
