import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
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
    writes: ['clientFiles', 'fileKeys'],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['signInSessions'],
  },
  'sweep-unfinished': {
    reads: ['clientFiles', 'securitySettings'],
    writes: ['clientFiles', 'fileKeys'],
    puts: ['auditEntries'],
  },
} satisfies Readonly<Record<string, TableAccess>>
