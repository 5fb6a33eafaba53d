import { type TableEntities, createTableEntities } from '#data/entities'

export interface ItemPrivacyRules {
  /** Export files that contain it; `null` for items of nobody and for secrets that protect the account. */
  readonly file: string | null
  readonly without?: readonly string[]
  readonly keep?: readonly RetentionReason[]
  /**
   * On withdrawal of the health data consent.
   * @default it stays
   */
  readonly withdrawn?: 'erased'
}

/**
 * Retention after erasure: health up to five years after the last service, billing up to ten after the last payment,
 * proof of consent up to three after the last one.
 */
export type RetentionReason = 'health' | 'billing' | 'consent'

const nobodys: ItemPrivacyRules = { file: null }
const secret: ItemPrivacyRules = { file: null }
const health = ['health'] as const
const billing = ['billing'] as const
const all = ['health', 'billing', 'consent'] as const
const both = ['health', 'billing'] as const

const ofRecords = ['formerCustomerIds'] as const

const ofSessions = [
  'sub',
  'formerUserIds',
  'keptSessionId',
  'enrolmentKeyUntil',
  'enrolmentKeyHash',
  'enrolmentSessionId',
  'selfServiceUntil',
  'selfServiceShared',
  'searchTexts',
  'searchRevision',
] as const

export const itemPrivacyRulesByEntity: Readonly<Record<keyof TableEntities, ItemPrivacyRules>> = {
  agendaFeeds: nobodys,
  agendaSteps: nobodys,
  auditChecks: nobodys,
  auditEntries: { file: 'registro-de-actividad', without: ['shard', 'alertPartition'] },
  // Lists entries of the log; removed when the person is removed from them.
  auditMentions: nobodys,
  auditHealthKeys: { file: null, withdrawn: 'erased' },
  auditKeys: secret,
  budgets: { file: 'presupuestos', keep: health, withdrawn: 'erased' },
  // Contains the wording of the agreement, as an invoice does.
  budgetAgreements: { file: 'presupuestos-aceptados', keep: billing },
  budgetTemplates: nobodys,
  carePathwayCorrections: { file: 'proceso', withdrawn: 'erased' },
  analyses: { file: 'analiticas-en-preparacion', keep: health, withdrawn: 'erased' },
  analysisEditions: { file: 'analiticas', keep: health, withdrawn: 'erased' },
  checkIns: { file: 'registro-semanal', keep: health, withdrawn: 'erased' },
  clientAddresses: nobodys,
  clientFiles: { file: 'archivos', without: ['fileKey', 'versionId', 'uploadedBy'] },
  clientSupplements: { file: 'suplementos', keep: health, withdrawn: 'erased' },
  consentReceipts: nobodys,
  // Anybody with the room's address can enter; clients get it only around the start.
  consultations: { file: 'consultas', without: ['roomUrl'], keep: health },
  customerImports: nobodys,
  // Computed from data that other files contain.
  customerListEntries: { file: null, withdrawn: 'erased' },
  customers: { file: 'ficha-de-cliente', without: ofRecords, keep: all },
  dataExports: { file: 'descargas', without: ['fileKey'], withdrawn: 'erased' },
  doses: { file: 'tomas', keep: health, withdrawn: 'erased' },
  erasures: nobodys,
  fileKeys: nobodys,
  freedHours: { file: 'horas-que-dejaste' },
  guardianConsents: { file: 'autorizacion-de-tutor', keep: ['health', 'consent'] },
  healthConsents: { file: 'consentimientos-de-salud', keep: ['health', 'consent'] },
  healthErasures: nobodys,
  invariantRuns: nobodys,
  jobCheckpoints: nobodys,
  knownBrowsers: secret,
  loginLedgers: { file: 'intentos-de-acceso' },
  messages: { file: 'mensajes', without: ['sentBy'], keep: health, withdrawn: 'erased' },
  messageThreads: { file: 'mensajes-estado', withdrawn: 'erased' },
  mails: { file: 'avisos', without: ['lastError', 'failures'] },
  mfaFactors: { file: 'verificacion-en-dos-pasos', without: ['sealedSecret', 'lastStep'] },
  oneTimeLinks: secret,
  openingHours: nobodys,
  openOrders: { file: 'pedidos-abiertos' },
  orders: { file: 'pedidos', without: ['ticketHash'], keep: billing },
  ordersToSchedule: { file: 'consultas-por-agendar' },
  pastCourses: { file: 'pautas-anteriores', keep: health, withdrawn: 'erased' },
  payments: { file: 'pagos', keep: billing },
  penetrationTests: nobodys,
  // Accounts have no pending sign-up; before the proof of the address it belongs to nobody.
  pendingSignUps: secret,
  // An administrador's reading position, and data that the audit log contains as well.
  practiceNoticeReaders: nobodys,
  practiceNotices: nobodys,
  questionnaireDrafts: { file: 'cuestionario-borrador', withdrawn: 'erased' },
  questionnaireVersions: { file: 'cuestionario-versiones', keep: health, withdrawn: 'erased' },
  questionnaireVisits: { file: null, withdrawn: 'erased' },
  questionnaires: { file: 'cuestionario', keep: health, withdrawn: 'erased' },
  rateLimits: secret,
  replyTemplates: nobodys,
  receipts: { file: 'justificantes', without: ['fileKey'], keep: billing },
  recordOpenings: nobodys,
  recoveryCodes: secret,
  disputes: { file: 'reclamaciones-al-banco', keep: billing },
  refunds: { file: 'devoluciones', keep: billing },
  removedCustomers: { file: 'ficha-de-cliente-eliminada', without: ofRecords, keep: all },
  searchLines: nobodys,
  searchPieces: nobodys,
  securityImprovements: nobodys,
  securitySettings: nobodys,
  sessionNotes: { file: 'notas-de-consulta', keep: health, withdrawn: 'erased' },
  sessionNotesEditions: { file: 'notas-de-consulta-ediciones', keep: health, withdrawn: 'erased' },
  sessionSummaries: { file: 'resumenes-de-consulta', keep: health, withdrawn: 'erased' },
  signInSessions: { file: 'sesiones' },
  // Of an unknown visitor, for ten minutes or until their payment is settled; or an hour offered to the waiting list.
  slotHoldLimits: nobodys,
  slotHolds: nobodys,
  slotProposals: { file: 'horas-propuestas' },
  stripeEvents: nobodys,
  supplementReviews: { file: null, withdrawn: 'erased' },
  supplementTemplates: nobodys,
  protocolTemplates: nobodys,
  supplements: nobodys,
  suppressions: nobodys,
  counters: nobodys,
  termsAcceptances: { file: 'condiciones-aceptadas', keep: both },
  userSearchPieces: nobodys,
  users: { file: 'perfil', without: ofSessions, keep: all },
  visitTickets: secret,
  waitingListEntries: { file: 'lista-de-espera' },
  withdrawals: nobodys,
}

const indexRulesByModel = (): ReadonlyMap<string, ItemPrivacyRules> =>
  new Map(
    Object.entries(createTableEntities({ table: '-' })).map(([name, entity]) => [
      entity.schema.model.entity,
      itemPrivacyRulesByEntity[name as keyof TableEntities],
    ]),
  )

let byModel: ReadonlyMap<string, ItemPrivacyRules> | undefined

/** On first use: most runs erase nobody, and creating all entities takes 50 ms. */
export const findItemPrivacyRules = (model: string): ItemPrivacyRules =>
  (byModel ??= indexRulesByModel()).get(model) ?? unknownModel(model)

const unknownModel = (model: string): never => {
  throw new Error(`the table holds a ${model}, which is no entity`)
}
