/**
 * Entities by ElectroDB service. The service name begins the keys of its items in the table and both indexes
 * (`$health#…`, or `$health` for a list of all of a kind), and IAM grants whole prefixes: what a function must write
 * without access to the rest needs its own service.
 */
export const entityKindsByService = {
  audit: ['auditEntries'],
  /** Keys for the copy of the audit log: most functions that write entries must neither read nor remove them. */
  trace: ['auditHealthKeys', 'auditKeys'],
  /** Append-only, removed only with the person. */
  consent: ['healthConsents'],
  health: [
    'analyses',
    'analysisEditions',
    'checkIns',
    'clientFiles',
    'clientSupplements',
    'doses',
    'fileKeys',
    'healthErasures',
    'pastCourses',
    'questionnaireDrafts',
    'questionnaireVersions',
    'questionnaireVisits',
    'questionnaires',
    'supplementReviews',
  ],
  /** Written by the function of consultations, which must not write `health`. */
  note: ['sessionNotes', 'sessionNotesEditions', 'sessionSummaries'],
  /** Written by the function of messages, which must not put or delete `health`; it updates the files that it sends. */
  message: ['messages', 'messageThreads'],
  identity: [
    'knownBrowsers',
    'loginLedgers',
    'oneTimeLinks',
    'pendingSignUps',
    'termsAcceptances',
    'userSearchPieces',
    'users',
    'visitTickets',
  ],
  /** Separate from the other identity items, which every function reads to know its caller. */
  factor: ['mfaFactors', 'recoveryCodes'],
  session: ['signInSessions'],
  /** Written by every function with endpoints that show clients' data to administrators. */
  opening: ['recordOpenings'],
  limit: ['rateLimits'],
  money: ['disputes', 'openOrders', 'orders', 'payments', 'receipts', 'refunds', 'stripeEvents'],
  /** Budgets and their templates: written by the function of payments, which must not write `health`. */
  budget: ['budgetTemplates', 'budgets'],
  /** Accepted budgets: the function of consultations writes their use. */
  agreement: ['budgetAgreements'],
  agenda: [
    'agendaFeeds',
    'agendaSteps',
    'consultations',
    'freedHours',
    'openingHours',
    'ordersToSchedule',
    'slotHoldLimits',
    'slotHolds',
    'slotProposals',
    'waitingListEntries',
  ],
  client: [
    'carePathwayCorrections',
    'clientAddresses',
    'customerImports',
    'customers',
    'dataExports',
    'erasures',
    'guardianConsents',
    'removedCustomers',
    'searchLines',
    'searchPieces',
    'counters',
  ],
  /** Entries in lists of all clients, computed by one job. */
  list: ['customerListEntries'],
  practice: [
    'auditChecks',
    'invariantRuns',
    'penetrationTests',
    'protocolTemplates',
    'replyTemplates',
    'securityImprovements',
    'securitySettings',
    'supplementTemplates',
    'supplements',
    'suppressions',
  ],
  /** Private to scheduled jobs. */
  job: ['auditMentions', 'jobCheckpoints'],
  /** Outbox, written by nearly every function, public ones included. */
  mail: ['mails'],
  /** Separate from the outbox, because the function that sends mails creates them. */
  notice: ['practiceNoticeReaders', 'practiceNotices'],
  public: ['consentReceipts', 'withdrawals'],
} as const

export type EntityServiceName = keyof typeof entityKindsByService
export type EntityKind = (typeof entityKindsByService)[EntityServiceName][number]

export const allEntityKinds: readonly EntityKind[] = Object.values(entityKindsByService).flat()

export const entityServiceNames = Object.keys(entityKindsByService) as readonly EntityServiceName[]

const services = Object.fromEntries(
  Object.entries(entityKindsByService).flatMap(([service, kinds]) => kinds.map((kind) => [kind, service])),
) as Readonly<Record<EntityKind, EntityServiceName>>

export const getEntityKindService = (kind: EntityKind): EntityServiceName => services[kind]
