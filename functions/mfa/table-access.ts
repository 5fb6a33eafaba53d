import type { TableAccess } from '#data/table-access'

/** What the functions of this folder do with the table. */
export const tableAccess = {
  handler: {
    reads: [
      'customers',
      'healthConsents',
      'healthErasures',
      'knownBrowsers',
      'loginLedgers',
      'mfaFactors',
      'oneTimeLinks',
      'rateLimits',
      'recordOpenings',
      'recoveryCodes',
      'securitySettings',
      'signInSessions',
      'users',
      'visitTickets',
    ],
    writes: ['loginLedgers', 'mfaFactors', 'rateLimits', 'recoveryCodes'],
    puts: ['auditEntries', 'mails', 'recordOpenings', 'visitTickets'],
    updates: ['signInSessions', 'users'],
  },
} satisfies Readonly<Record<string, TableAccess>>
