import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  'check-invariants': {
    reads: [
      'agendaSteps',
      'consultations',
      'counters',
      'customers',
      'erasures',
      'invariantRuns',
      'mails',
      'orders',
      'payments',
      'searchLines',
      'securitySettings',
      'users',
    ],
    writes: [],
    puts: ['invariantRuns'],
  },
  handler: {
    reads: [
      'agendaSteps',
      'consultations',
      'counters',
      'customers',
      'erasures',
      'healthConsents',
      'healthErasures',
      'invariantRuns',
      'mails',
      'orders',
      'payments',
      'rateLimits',
      'recordOpenings',
      'searchLines',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    writes: ['rateLimits'],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
