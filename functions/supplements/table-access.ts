import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'clientSupplements',
      'counters',
      'customers',
      'doses',
      'healthConsents',
      'healthErasures',
      'pastCourses',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'supplementReviews',
      'supplementTemplates',
      'supplements',
      'users',
    ],
    writes: ['clientSupplements', 'supplementReviews', 'supplementTemplates', 'supplements'],
    puts: ['auditEntries', 'doses', 'mails', 'pastCourses', 'recordOpenings'],
    updates: ['counters', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
