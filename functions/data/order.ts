import { Entity, type EntityConfiguration } from 'electrodb'
import { noShowRules } from '#contract/cancellation-rules'
import { ProductKey } from '#contract/product-key'
import { tableIndexes } from './table.ts'

/** `consulta`: a booked consultation at its agreed price; `presupuesto`: a part of an accepted budget. */
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
        /** When the buyer had no account, not set before the payment. */
        customerId: { type: 'string' },
        userId: { type: 'string' },
        version: { type: 'number', required: true },
        discountCode: { type: 'string' },
        totalCents: { type: 'number', required: true },
        currency: { type: 'string', required: true },
        /** By the payment service's clock. */
        openedAt: { type: 'string', required: true },
        checkoutSessionId: { type: 'string' },
        /** The buyer's held hour, if any; kept as their wish when the hold is gone. */
        ticketHash: { type: 'string' },
        consultationId: { type: 'string' },
        startsAt: { type: 'string' },
        durationMinutes: { type: 'number' },
        pauseMinutes: { type: 'number' },
        bookedConsultationId: { type: 'string', readOnly: true },
        /** Its start at the time of payment; it may have been moved since. */
        bookedStart: { type: 'string' },
        concept: { type: 'string' },
        budgetId: { type: 'string', readOnly: true },
        /** Express request for an early start, and acknowledgement of its effect on the right of withdrawal. */
        expressRequestAt: { type: 'string' },
        acknowledgementAt: { type: 'string' },
        noShowRule: { type: noShowRules },
        timeZone: { type: 'string' },
        /** Completion of the checkout, from Stripe's event; `paidAt` waits for the bank. */
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
