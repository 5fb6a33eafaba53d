import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'clientFiles',
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'clientFiles', 'fileKeys', 'mails', 'rateLimits', 'recordOpenings'],
    updates: ['clientFiles', 'mails', 'rateLimits', 'signInSessions'],
    deletes: ['clientFiles', 'fileKeys'],
  },
  'receive-scan-result': {
    reads: ['clientFiles', 'customers', 'fileKeys', 'healthConsents', 'healthErasures', 'mails', 'securitySettings'],
    puts: ['auditEntries', 'mails'],
    updates: ['clientFiles', 'mails'],
  },
  'sweep-unfinished': {
    reads: ['clientFiles', 'customers', 'healthConsents', 'healthErasures', 'mails', 'securitySettings'],
    puts: ['auditEntries', 'mails'],
    updates: ['clientFiles', 'mails'],
    deletes: ['clientFiles', 'fileKeys'],
  },
} satisfies Readonly<Record<string, TableAccess>>
