import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  'retry-unsent': {
    reads: [
      'consultations',
      'customers',
      'mails',
      'ordersToSchedule',
      'payments',
      'pendingSignUps',
      'receipts',
      'users',
      'withdrawals',
    ],
    writes: [],
    puts: ['oneTimeLinks'],
    updates: ['mails'],
  },
  'send-queued': {
    reads: [
      'auditEntries',
      'consultations',
      'customers',
      'mails',
      'ordersToSchedule',
      'payments',
      'pendingSignUps',
      'rateLimits',
      'receipts',
      'suppressions',
      'users',
      'withdrawals',
    ],
    writes: ['mails', 'rateLimits'],
    puts: ['oneTimeLinks'],
  },
} satisfies Readonly<Record<string, TableAccess>>
