import type { TableAccess } from '#data/table-access'

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
    puts: ['invariantRuns'],
  },
  handler: {
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
      'rateLimits',
      'searchLines',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'mails', 'rateLimits'],
    updates: ['mails', 'rateLimits', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
