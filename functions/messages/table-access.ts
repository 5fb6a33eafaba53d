import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'clientFiles',
      'customers',
      'healthConsents',
      'healthErasures',
      'mails',
      'messageThreads',
      'messages',
      'openingHours',
      'rateLimits',
      'recordOpenings',
      'replyTemplates',
      'securitySettings',
      'signInSessions',
      'users',
    ],
    puts: ['auditEntries', 'mails', 'messageThreads', 'messages', 'rateLimits', 'recordOpenings', 'replyTemplates'],
    updates: ['clientFiles', 'mails', 'messageThreads', 'rateLimits', 'replyTemplates', 'signInSessions'],
    deletes: ['customerListEntries', 'replyTemplates'],
  },
} satisfies Readonly<Record<string, TableAccess>>
