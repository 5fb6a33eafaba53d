import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'analyses',
      'analysisEditions',
      'clientFiles',
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'rateLimits',
      'recordOpenings',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: [
      'analyses',
      'analysisEditions',
      'auditEntries',
      'clientFiles',
      'fileKeys',
      'mails',
      'rateLimits',
      'recordOpenings',
    ],
    updates: ['analysisEditions', 'clientFiles', 'mails', 'rateLimits', 'signInSessions'],
    deletes: ['analyses', 'clientFiles', 'fileKeys'],
  },
  'receive-scan-result': {
    reads: ['clientFiles', 'customers', 'fileKeys', 'healthConsents', 'healthErasures', 'mails', 'securitySettings'],
    puts: ['auditEntries', 'mails'],
    updates: ['clientFiles', 'mails'],
  },
  'sweep-unfinished': {
    reads: [
      'clientFiles',
      'customers',
      'healthConsents',
      'healthErasures',
      'jobCheckpoints',
      'mails',
      'securitySettings',
    ],
    puts: ['auditEntries', 'jobCheckpoints', 'mails'],
    updates: ['clientFiles', 'mails'],
    deletes: ['clientFiles', 'fileKeys'],
  },
} satisfies Readonly<Record<string, TableAccess>>
