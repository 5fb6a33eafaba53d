import { everyKind } from '#data/key-prefixes'
import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  'erase-due': {
    reads: everyKind,
    writes: everyKind.filter((kind) => kind !== 'auditEntries' && kind !== 'healthConsents'),
    // A pseudonym stands for the person in the entries that name them.
    puts: ['auditEntries'],
    deletes: ['healthConsents'],
  },
  handler: {
    reads: [
      'auditEntries',
      'customers',
      'dataExports',
      'healthConsents',
      'healthErasures',
      'mails',
      'oneTimeLinks',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    writes: ['erasures', 'oneTimeLinks', 'rateLimits'],
    puts: ['auditEntries', 'dataExports', 'mails', 'recordOpenings'],
    updates: ['signInSessions', 'counters', 'users'],
  },
  'make-export': {
    reads: everyKind,
    writes: [],
    puts: ['auditEntries'],
    updates: ['dataExports'],
  },
  'sweep-exports': {
    reads: ['dataExports', 'securitySettings'],
    writes: ['dataExports'],
    puts: ['auditEntries'],
  },
} satisfies Readonly<Record<string, TableAccess>>
