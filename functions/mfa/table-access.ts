import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  handler: {
    reads: [
      'knownBrowsers',
      'loginLedgers',
      'mfaFactors',
      'oneTimeLinks',
      'rateLimits',
      'recoveryCodes',
      'securitySettings',
      'signInSessions',
      'users',
      'visitTickets',
    ],
    puts: ['auditEntries', 'loginLedgers', 'mails', 'mfaFactors', 'rateLimits', 'recoveryCodes', 'visitTickets'],
    updates: ['loginLedgers', 'mfaFactors', 'rateLimits', 'recoveryCodes', 'signInSessions', 'users'],
    deletes: ['mfaFactors', 'rateLimits', 'recoveryCodes'],
  },
} satisfies Readonly<Record<string, TableAccess>>
