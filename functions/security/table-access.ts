import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  'check-audit-log': {
    reads: ['auditChecks', 'auditEntries', 'auditHealthKeys', 'auditKeys', 'jobCheckpoints'],
    puts: ['auditChecks', 'jobCheckpoints'],
    deletes: ['jobCheckpoints'],
  },
  'copy-audit-log': {
    reads: ['auditEntries', 'auditHealthKeys', 'auditKeys'],
    puts: ['auditHealthKeys', 'auditKeys'],
  },
  'digest-audit-log': { reads: [] },
  handler: {
    reads: [
      'auditChecks',
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
