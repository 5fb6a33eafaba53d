import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'auditEntries',
      'counters',
      'customers',
      'healthConsents',
      'healthErasures',
      'invariantRuns',
      'penetrationTests',
      'recordOpenings',
      'securityImprovements',
      'securitySettings',
      'signInSessions',
      'suppressions',
      'users',
    ],
    writes: ['securityImprovements', 'securitySettings', 'suppressions'],
    puts: ['auditEntries', 'mails', 'penetrationTests', 'recordOpenings'],
    updates: ['signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
