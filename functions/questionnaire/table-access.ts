import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
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
      'mails',
      'questionnaireDrafts',
      'questionnaireVersions',
      'questionnaireVisits',
      'questionnaires',
      'recordOpenings',
    ],
    updates: ['signInSessions'],
    deletes: ['customerStandings', 'questionnaireDrafts'],
  },
} satisfies Readonly<Record<string, TableAccess>>
