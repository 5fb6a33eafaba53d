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
  'sweep-unfinished': {
    reads: ['clientFiles', 'securitySettings'],
    puts: ['auditEntries'],
    deletes: ['clientFiles', 'fileKeys'],
  },
} satisfies Readonly<Record<string, TableAccess>>
