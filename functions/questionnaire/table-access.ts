import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'checkIns',
      'customers',
      'healthConsents',
      'healthErasures',
      'questionnaireDrafts',
      'questionnaireVersions',
      'questionnaireVisits',
      'questionnaires',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: [
      'auditEntries',
      'checkIns',
      'mails',
      'questionnaireDrafts',
      'questionnaireVersions',
      'questionnaireVisits',
      'questionnaires',
      'recordOpenings',
    ],
    updates: ['checkIns', 'signInSessions'],
    deletes: ['customerListEntries', 'questionnaireDrafts'],
  },
} satisfies Readonly<Record<string, TableAccess>>
