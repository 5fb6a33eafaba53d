import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'consultations',
      'customers',
      'healthConsents',
      'healthErasures',
      'ordersToSchedule',
      'payments',
      'rateLimits',
      'recordOpenings',
      'removedCustomers',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    writes: ['consultations', 'ordersToSchedule', 'rateLimits'],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['agendaSteps', 'customers', 'signInSessions'],
  },
  'lapse-requests': {
    reads: ['consultations', 'customers', 'ordersToSchedule', 'payments', 'securitySettings'],
    writes: ['ordersToSchedule'],
    puts: ['auditEntries', 'mails'],
    updates: ['agendaSteps', 'consultations', 'customers'],
  },
} satisfies Readonly<Record<string, TableAccess>>
