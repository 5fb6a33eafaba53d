import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'auditEntries',
      'counters',
      'customers',
      'invariantRuns',
      'penetrationTests',
      'recordOpenings',
      'securityImprovements',
      'securitySettings',
      'signInSessions',
      'suppressions',
      'users',
    ],
    puts: [
      'auditEntries',
      'mails',
      'penetrationTests',
      'recordOpenings',
      'securityImprovements',
      'securitySettings',
      'suppressions',
    ],
    updates: ['securityImprovements', 'securitySettings', 'signInSessions'],
    deletes: ['suppressions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
