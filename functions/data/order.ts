import { Entity, type EntityConfiguration } from 'electrodb'
import { noShowRules } from '#contract/cancellation-rules'
import { ProductKey } from '#contract/product-key'
import { tableIndexes } from './table.ts'

/**
 * `consulta`: a consultation that is booked already, at the price that it has in the agenda; `presupuesto`: a part of an
 * accepted budget.
 */
const orderedProducts = [...ProductKey.options, 'consulta', 'presupuesto'] as const

const orderStatuses = ['pending', 'paid', 'failed', 'expired', 'refunded'] as const

/**
 * Keeps the price at the time of ordering. `version` counts payment sessions: an expired one, or one with another
 * discount, is replaced, and only `checkoutSessionId` can pay the order.
 */
export const orderEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'order', version: '1' },
      attributes: {
        orderId: { type: 'string', required: true, readOnly: true },
        product: { type: orderedProducts, required: true, readOnly: true },
        status: { type: orderStatuses, required: true },
        /** Not set until the payment when the buyer had no account. */
        customerId: { type: 'string' },
        userId: { type: 'string' },
        version: { type: 'number', required: true },
        discountCode: { type: 'string' },
        totalCents: { type: 'number', required: true },
        currency: { type: 'string', required: true },
        /** By the payment service's clock; its session expires an hour later. */
        openedAt: { type: 'string', required: true },
        checkoutSessionId: { type: 'string' },
        /** The hour that is held for the buyer, if they chose one; stays as their wish when the hold is gone. */
        ticketHash: { type: 'string' },
        consultationId: { type: 'string' },
        startsAt: { type: 'string' },
        durationMinutes: { type: 'number' },
        pauseMinutes: { type: 'number' },
        /** Of a `consulta`. */
        bookedConsultationId: { type: 'string', readOnly: true },
        /** When that was to begin, as it was paid; it may have been given another hour since. */
        bookedStart: { type: 'string' },
        concept: { type: 'string' },
        /** Of a `presupuesto`. */
        budgetId: { type: 'string', readOnly: true },
        /** When the buyer asked for an early start, and said to know what that means for their right of withdrawal. */
        expressRequestAt: { type: 'string' },
        acknowledgementAt: { type: 'string' },
        /** Shown to the buyer before paying. */
        noShowRule: { type: noShowRules },
        /** Of the buyer's browser. */
        timeZone: { type: 'string' },
        /** When the buyer completed the checkout at Stripe, where its event has told us; `paidAt` waits for their bank. */
        completedAt: { type: 'string' },
        paidAt: { type: 'string' },
        createdAt: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
        byCustomer: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['orderId'] },
        },
        byStatus: {
          index: tableIndexes.byState,
          pk: { field: 'gsi2pk', composite: ['status'] },
          sk: { field: 'gsi2sk', composite: ['createdAt'] },
        },
      },
    },
    config,
  )

/** A customer's only open order for a product, so that a double click does not create two. */
export const uniqueOpenOrderEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'openOrder', version: '1' },
      attributes: {
        customerId: { type: 'string', required: true, readOnly: true },
        product: { type: ProductKey.options, required: true, readOnly: true },
        orderId: { type: 'string', required: true },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['product'] } },
      },
    },
    config,
  )
