import { type Entities, entitiesIn } from '#data/entities'

/** What becomes of an item of somebody, by its entity. */
export interface Kind {
  /** The files of the download that it stands in; `null` for what is nobody's or a secret that protects the account. */
  readonly file: string | null
  /** Attributes that the download leaves out. */
  readonly without?: readonly string[]
  /** What the archive keeps it as when its person is erased. */
  readonly keep?: readonly Kept[]
}

/** Why something is kept after its person is erased: health up to five years after the last service, billing up to ten. */
export type Kept = 'health' | 'billing'

const nobodys: Kind = { file: null }
const secret: Kind = { file: null }
const health = ['health'] as const
const billing = ['billing'] as const
const both = ['health', 'billing'] as const

/** What guards the sessions of an account tells its owner nothing. */
const ofSessions = [
  'keptSessionId',
  'enrolmentKeyUntil',
  'enrolmentKeyHash',
  'enrolmentSessionId',
  'selfServiceUntil',
  'selfServiceShared',
] as const

/** Every entity has its place here: one that is not named does not compile. */
export const kinds: Readonly<Record<keyof Entities, Kind>> = {
  agendaSteps: nobodys,
  auditEntries: { file: 'registro-de-actividad' },
  clientFiles: { file: 'archivos', without: ['fileKey', 'uploadedBy'] },
  clientSupplements: { file: 'suplementos', keep: health },
  consentReceipts: nobodys,
  consultations: { file: 'consultas', keep: health },
  customerImports: nobodys,
  customers: { file: 'ficha-de-cliente', keep: both },
  dataExports: { file: 'descargas', without: ['fileKey'] },
  doses: { file: 'tomas', keep: health },
  erasures: nobodys,
  fileKeys: nobodys,
  guardianConsents: { file: 'autorizacion-de-tutor', keep: health },
  loginLedgers: { file: 'intentos-de-acceso' },
  mails: { file: 'avisos', without: ['lastError'] },
  mfaFactors: { file: 'verificacion-en-dos-pasos', without: ['sealedSecret', 'lastStep'] },
  oneTimeLinks: secret,
  openOrders: { file: 'pedidos-abiertos' },
  orders: { file: 'pedidos', keep: billing },
  ordersToSchedule: { file: 'consultas-por-agendar' },
  payments: { file: 'pagos', keep: billing },
  questionnaireDrafts: { file: 'cuestionario-borrador' },
  questionnaireVersions: { file: 'cuestionario-versiones', keep: health },
  questionnaireVisits: nobodys,
  questionnaires: { file: 'cuestionario', keep: health },
  rateLimits: secret,
  receipts: { file: 'justificantes', without: ['fileKey'], keep: billing },
  recoveryCodes: secret,
  removedCustomers: { file: 'ficha-de-cliente-eliminada', keep: both },
  searchLines: nobodys,
  signInSessions: { file: 'sesiones' },
  stripeEvents: nobodys,
  supplementTemplates: nobodys,
  supplements: nobodys,
  tallies: nobodys,
  termsAcceptances: { file: 'condiciones-aceptadas', keep: both },
  users: { file: 'perfil', without: ofSessions, keep: both },
  visitTickets: secret,
  withdrawals: nobodys,
}

const byModel = new Map(
  Object.entries(entitiesIn({ table: '-' })).map(([name, entity]) => [
    entity.schema.model.entity,
    kinds[name as keyof Entities],
  ]),
)

/** The kind of an item by the name that its entity has in the table. */
export const kindOf = (model: string): Kind => byModel.get(model) ?? unknownModel(model)

const unknownModel = (model: string): never => {
  throw new Error(`the table holds a ${model}, which is no entity`)
}
