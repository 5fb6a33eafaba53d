import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  'record-feedback': {
    reads: ['clientAddresses'],
    puts: ['mails'],
    updates: ['mails'],
  },
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
    puts: ['mails', 'oneTimeLinks', 'rateLimits'],
    updates: ['mails', 'rateLimits'],
  },
} satisfies Readonly<Record<string, TableAccess>>
