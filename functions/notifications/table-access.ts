import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'consultations',
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['mails', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
