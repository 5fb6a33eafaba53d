import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'consentReceipts',
      'customers',
      'guardianConsents',
      'healthConsents',
      'healthErasures',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: [
      'auditEntries',
      'consentReceipts',
      'healthConsents',
      'healthErasures',
      'mails',
      'rateLimits',
      'recordOpenings',
    ],
    updates: ['rateLimits', 'signInSessions'],
    deletes: ['healthErasures'],
  },
} satisfies Readonly<Record<string, TableAccess>>
