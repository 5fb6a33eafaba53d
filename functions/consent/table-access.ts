import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'consentReceipts',
      'customers',
      'healthConsents',
      'healthErasures',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    writes: ['healthErasures', 'rateLimits'],
    puts: ['auditEntries', 'consentReceipts', 'healthConsents', 'mails', 'recordOpenings'],
    updates: ['signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
