import { Entity, type EntityConfiguration } from 'electrodb'
import { Payment } from '#contract/payment'
import { paymentMethods } from '#contract/receipt'
import { createEntityAttributeDefinitions } from './stored-record.ts'
import { tableIndexes } from './table.ts'

export const paymentEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'payment', version: '1' },
      attributes: {
        ...createEntityAttributeDefinitions(Payment.shape, {
          readOnly: ['paymentId', 'customerId', 'orderId', 'amountCents', 'currency', 'paidAt', 'receiptNumber'],
        }),
        paymentIntentId: { type: 'string' },
        refundRequestedAt: { type: 'string' },
        refundVersion: { type: 'number' },
      },
      indexes: {
        byCustomer: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: ['paymentId'] } },
        newestFirst: {
          index: tableIndexes.byOwner,
          pk: { field: 'gsi1pk', composite: ['customerId'] },
          sk: { field: 'gsi1sk', composite: ['paidAt', 'paymentId'] },
        },
      },
    },
    config,
  )

/** 'Justificante de pago', created once. `fileKey`: its PDF in the bucket of client files. */
export const receiptEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'money', entity: 'receipt', version: '1' },
      attributes: {
        orderId: { type: 'string', required: true, readOnly: true },
        receiptNumber: { type: 'string', required: true, readOnly: true },
        customerId: { type: 'string', required: true, readOnly: true },
        paymentId: { type: 'string', required: true, readOnly: true },
        buyerName: { type: 'string', required: true, readOnly: true },
        concept: { type: 'string', required: true, readOnly: true },
        listCents: { type: 'number', required: true, readOnly: true },
        amountCents: { type: 'number', required: true, readOnly: true },
        /** Issuer and tax at that time; older receipts have neither. */
        issuer: {
          type: 'map',
          readOnly: true,
          properties: {
            legalName: { type: 'string', required: true },
            taxId: { type: 'string', required: true },
            address: { type: 'string', required: true },
            email: { type: 'string', required: true },
          },
        },
        vat: {
          type: 'map',
          readOnly: true,
          properties: { percent: { type: 'number' }, exemption: { type: 'string' } },
        },
        paymentMethod: { type: paymentMethods, readOnly: true },
        issuedAt: { type: 'string', required: true, readOnly: true },
        fileKey: { type: 'string', required: true, readOnly: true },
      },
      indexes: {
        byOrder: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
      },
    },
    config,
  )
