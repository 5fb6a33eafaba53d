import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'auditEntries',
      'consultations',
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'practiceNoticeReaders',
      'practiceNotices',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'mails', 'recordOpenings'],
    updates: ['mails', 'practiceNoticeReaders', 'signInSessions'],
  },
} satisfies Readonly<Record<string, TableAccess>>
