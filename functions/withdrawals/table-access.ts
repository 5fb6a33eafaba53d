import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: ['mails', 'rateLimits', 'recordOpenings', 'securitySettings', 'signInSessions', 'users', 'withdrawals'],
    puts: ['auditEntries', 'mails', 'rateLimits', 'recordOpenings', 'withdrawals'],
    updates: ['rateLimits', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
