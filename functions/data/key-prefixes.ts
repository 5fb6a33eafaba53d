/**
 * The kinds of item by the ElectroDB service that they belong to. The service's name begins the keys of its items in the
 * table and in both indexes (`$health#…`, and `$health` alone for a list of everything of a kind), and a function is
 * allowed whole prefixes: what one function has to write without reaching the rest needs a service of its own.
 */
export const kindsOfService = {
  /** Only ever added to. */
  audit: ['auditEntries'],
  /** The ledger of consents to the use of health data: only ever added to, and removed with the person. */
  consent: ['healthConsents'],
  health: [
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
  identity: [
    'knownBrowsers',
    'loginLedgers',
    'oneTimeLinks',
    'pendingSignUps',
    'termsAcceptances',
    'users',
    'visitTickets',
  ],
  /** Apart from the other items of identity, which every function reads to know its caller. */
  factor: ['mfaFactors', 'recoveryCodes'],
  /** Every function notes the session of its caller. */
  session: ['signInSessions'],
  /** Every function notes which records it opens for an administrador. */
  opening: ['recordOpenings'],
  /** Public functions count tries here. */
  limit: ['rateLimits'],
  money: ['openOrders', 'orders', 'payments', 'receipts', 'stripeEvents'],
  agenda: ['agendaSteps', 'consultations', 'ordersToSchedule'],
  client: [
    'clientAddresses',
    'customerImports',
    'customers',
    'dataExports',
    'erasures',
    'guardianConsents',
    'removedCustomers',
    'searchLines',
    'counters',
  ],
  /** What the practice knows of itself. */
  practice: [
    'invariantRuns',
    'penetrationTests',
    'securityImprovements',
    'securitySettings',
    'supplementTemplates',
    'supplements',
    'suppressions',
  ],
  /** The outbox: nearly everybody puts mails there, public functions too. */
  mail: ['mails'],
  /** Receipts of what people declare without an account. */
  public: ['consentReceipts', 'withdrawals'],
} as const

export type ServiceName = keyof typeof kindsOfService
/** A kind of item, by the name that functions know its entity by (`data.users`). */
export type Kind = (typeof kindsOfService)[ServiceName][number]

/** For whoever gives people all that is theirs, or erases it. */
export const everyKind: readonly Kind[] = Object.values(kindsOfService).flat()

export const serviceNames = Object.keys(kindsOfService) as readonly ServiceName[]

const services = Object.fromEntries(
  Object.entries(kindsOfService).flatMap(([service, kinds]) => kinds.map((kind) => [kind, service])),
) as Readonly<Record<Kind, ServiceName>>

export const serviceOf = (kind: Kind): ServiceName => services[kind]
