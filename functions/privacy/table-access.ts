import { allEntityKinds } from '#data/key-prefixes'
import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  'erase-due': {
    reads: allEntityKinds,
    // Entries of an erased person are rewritten with a pseudonym.
    puts: ['auditEntries', 'auditMentions', 'jobCheckpoints', 'searchPieces', 'userSearchPieces'],
    updates: [
      'agendaSteps',
      'consultations',
      'counters',
      'customers',
      'erasures',
      'healthErasures',
      'removedCustomers',
      'searchLines',
      'users',
    ],
    deletes: allEntityKinds.filter((kind) => kind !== 'auditEntries'),
  },
  handler: {
    reads: [
      'auditEntries',
      'budgetAgreements',
      'consultations',
      'customers',
      'dataExports',
      'mails',
      'oneTimeLinks',
      'ordersToSchedule',
      'rateLimits',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'dataExports', 'erasures', 'mails', 'rateLimits'],
    updates: ['counters', 'customers', 'rateLimits', 'signInSessions', 'users'],
    deletes: ['erasures', 'oneTimeLinks'],
  },
  'make-export': {
    reads: allEntityKinds,
    puts: ['auditEntries'],
    updates: ['dataExports'],
  },
  'sweep-exports': {
    reads: ['dataExports', 'securitySettings'],
    puts: ['auditEntries'],
    deletes: ['dataExports'],
  },
} satisfies Readonly<Record<string, TableAccess>>
