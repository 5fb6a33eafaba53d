import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
      'withdrawals',
    ],
    writes: ['rateLimits'],
    puts: ['auditEntries', 'mails', 'recordOpenings', 'withdrawals'],
    updates: ['signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
