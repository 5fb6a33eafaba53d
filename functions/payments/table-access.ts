import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'clientAddresses',
      'consultations',
      'counters',
      'customers',
      'healthConsents',
      'healthErasures',
      'openOrders',
      'orders',
      'ordersToSchedule',
      'payments',
      'pendingSignUps',
      'rateLimits',
      'receipts',
      'recordOpenings',
      'removedCustomers',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    writes: ['customers', 'openOrders', 'orders', 'ordersToSchedule', 'payments', 'rateLimits'],
    puts: ['auditEntries', 'clientAddresses', 'mails', 'receipts', 'recordOpenings', 'searchLines'],
    updates: ['agendaSteps', 'consultations', 'counters', 'pendingSignUps', 'signInSessions'],
  },
  'stripe-webhook': {
    reads: [
      'clientAddresses',
      'consultations',
      'counters',
      'customers',
      'orders',
      'ordersToSchedule',
      'payments',
      'removedCustomers',
      'securitySettings',
      'stripeEvents',
      'users',
    ],
    writes: ['customers', 'openOrders', 'ordersToSchedule', 'payments'],
    puts: ['auditEntries', 'clientAddresses', 'mails', 'receipts', 'searchLines', 'stripeEvents'],
    updates: ['agendaSteps', 'consultations', 'counters', 'orders'],
  },
} satisfies Readonly<Record<string, TableAccess>>
