import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'clientFiles',
      'customers',
      'healthConsents',
      'healthErasures',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'clientFiles', 'fileKeys', 'mails', 'recordOpenings'],
    updates: ['clientFiles', 'signInSessions'],
    deletes: ['clientFiles', 'fileKeys'],
  },
  'receive-scan-result': {
    reads: ['clientFiles', 'customers', 'fileKeys', 'healthConsents', 'healthErasures', 'securitySettings'],
    puts: ['auditEntries', 'mails'],
    updates: ['clientFiles'],
  },
  'sweep-unfinished': {
    reads: ['clientFiles', 'customers', 'healthConsents', 'healthErasures', 'securitySettings'],
    puts: ['auditEntries', 'mails'],
    updates: ['clientFiles'],
    deletes: ['clientFiles', 'fileKeys'],
  },
} satisfies Readonly<Record<string, TableAccess>>
