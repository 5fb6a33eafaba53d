/**
 * Entities by ElectroDB service. The service name begins the keys of its items in the table and both indexes
 * (`$health#…`, or `$health` for a list of all of a kind), and IAM grants whole prefixes: what a function must write
 * without reaching the rest needs its own service.
 */
export const entityKindsByService = {
  audit: ['auditEntries'],
  /** Keys of the copy of the audit log: nobody who writes entries reads or removes one. */
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
  /** Written by the function of consultations, which has no business with the rest of health. */
  note: ['sessionNotes', 'sessionNotesEditions', 'sessionSummaries'],
  /** Apart from the rest of health, with which the function of messages has no business. */
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
  /** Written by every function. */
  session: ['signInSessions'],
  /** Written by every function that an administrador calls. */
  opening: ['recordOpenings'],
  limit: ['rateLimits'],
  money: ['openOrders', 'orders', 'payments', 'receipts', 'refunds', 'stripeEvents'],
  /** Offers to one client, and their templates: written by the function of payments, which has no business with health. */
  budget: ['budgetTemplates', 'budgets'],
  /** What was accepted: the function of consultations writes which hours use it. */
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
  /** Places in orders of all clients, made of everything else by one job. */
  standing: ['customerStandings'],
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
  /** What scheduled jobs keep for themselves. */
  job: ['auditMentions', 'jobCheckpoints'],
  /** Outbox, written by nearly every function, public ones included. */
  mail: ['mails'],
  /** Apart from the outbox, because the function that sends mails makes them. */
  notice: ['practiceNoticeReaders', 'practiceNotices'],
  public: ['consentReceipts', 'withdrawals'],
} as const

export type EntityServiceName = keyof typeof entityKindsByService
export type EntityKind = (typeof entityKindsByService)[EntityServiceName][number]

/** For exporting or erasing everything about a person. */
export const allEntityKinds: readonly EntityKind[] = Object.values(entityKindsByService).flat()

export const entityServiceNames = Object.keys(entityKindsByService) as readonly EntityServiceName[]

const services = Object.fromEntries(
  Object.entries(entityKindsByService).flatMap(([service, kinds]) => kinds.map((kind) => [kind, service])),
) as Readonly<Record<EntityKind, EntityServiceName>>

export const getEntityKindService = (kind: EntityKind): EntityServiceName => services[kind]
