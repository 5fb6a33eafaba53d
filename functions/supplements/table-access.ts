import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'clientSupplements',
      'counters',
      'customers',
      'doses',
      'healthConsents',
      'healthErasures',
      'mails',
      'pastCourses',
      'protocolTemplates',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'supplementReviews',
      'supplementTemplates',
      'supplements',
      'users',
    ],
    puts: [
      'auditEntries',
      'clientSupplements',
      'doses',
      'mails',
      'pastCourses',
      'protocolTemplates',
      'recordOpenings',
      'supplementReviews',
      'supplementTemplates',
      'supplements',
    ],
    updates: ['counters', 'mails', 'signInSessions'],
    deletes: ['clientSupplements', 'protocolTemplates', 'supplementReviews', 'supplementTemplates'],
  },
} satisfies Readonly<Record<string, TableAccess>>
