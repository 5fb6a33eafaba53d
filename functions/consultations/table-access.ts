import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'consultations',
      'customers',
      'healthConsents',
      'healthErasures',
      'openingHours',
      'ordersToSchedule',
      'payments',
      'rateLimits',
      'recordOpenings',
      'removedCustomers',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'consultations', 'mails', 'ordersToSchedule', 'rateLimits', 'recordOpenings'],
    updates: ['agendaSteps', 'consultations', 'customers', 'openingHours', 'rateLimits', 'signInSessions'],
    deletes: ['ordersToSchedule'],
  },
  'lapse-requests': {
    reads: ['consultations', 'customers', 'jobCheckpoints', 'ordersToSchedule', 'payments', 'securitySettings'],
    puts: ['auditEntries', 'jobCheckpoints', 'mails', 'ordersToSchedule'],
    updates: ['agendaSteps', 'consultations', 'customers'],
    deletes: ['jobCheckpoints', 'ordersToSchedule'],
  },
} satisfies Readonly<Record<string, TableAccess>>
