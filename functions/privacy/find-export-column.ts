import { carePathwayCorrectionReasonLabels, carePathwayStateLabels } from '#contract/care-pathway-labels'
import { mailStatusLabels, mailTypeLabels } from '#contract/mail-labels'
import {
  consultationTypeLabels,
  fileRejectionLabels,
  fileStatusLabels,
  ownConsultationStatusLabels,
  paymentStatusLabels,
  refundStatusLabels,
  supplementStatusLabels,
} from '#contract/status-labels'
import { agreementExportColumns, budgetExportColumns } from './budget-columns.ts'
import { personalDataExportColumns, recordFieldLabels } from './personal-data-columns.ts'
import {
  type ExportColumn,
  createChoiceExportColumn,
  createDateTimeExportColumn,
  createAuditedStatusExportColumn,
  formatExportActor,
} from './export-column.ts'
import {
  disputeStateLabels,
  orderStatusLabels,
  refundOriginLabels,
  stripeDisputeStatusLabels,
} from './stored-value-labels.ts'
import { formatExportText } from './value-formatters.ts'

const postalAddress = { title: 'Dirección' }
const customer: Readonly<Record<string, ExportColumn>> = { address: postalAddress }

const appointment = { type: createChoiceExportColumn('Tipo', consultationTypeLabels) }

const columnsOfFile: Readonly<Record<string, Readonly<Record<string, ExportColumn>>>> = {
  analiticas: {
    state: createChoiceExportColumn('Estado', {
      current: 'Vigente',
      replaced: 'Sustituida por una corrección',
      withdrawn: 'Retirada',
    }),
  },
  archivos: {
    status: createChoiceExportColumn('Estado', fileStatusLabels),
    rejectedBecause: createChoiceExportColumn('Motivo', fileRejectionLabels),
  },
  'autorizacion-de-tutor': { earlier: { title: 'Autorizaciones anteriores' } },
  avisos: {
    status: createChoiceExportColumn('Estado', mailStatusLabels),
    type: createChoiceExportColumn('Tipo', { ...consultationTypeLabels, ...mailTypeLabels }),
    more: { title: 'Y además' },
  },
  consultas: {
    status: createChoiceExportColumn('Estado', { ...ownConsultationStatusLabels, removed: 'Eliminada' }),
    type: createChoiceExportColumn('Tipo', consultationTypeLabels),
  },
  descargas: {
    status: createChoiceExportColumn('Estado', {
      queued: 'En cola',
      working: 'Preparándose',
      ready: 'Preparada',
      failed: 'Fallida',
    }),
  },
  'notas-de-consulta': appointment,
  'resumenes-de-consulta': appointment,
  'ficha-de-cliente': customer,
  'ficha-de-cliente-eliminada': customer,
  'intentos-de-acceso': { state: createChoiceExportColumn('Estado', { open: 'Abierto', settled: 'Cerrado' }) },
  devoluciones: {
    status: createChoiceExportColumn('Estado', refundStatusLabels),
    reason: createChoiceExportColumn('Origen', refundOriginLabels),
  },
  'reclamaciones-al-banco': {
    state: createChoiceExportColumn('Estado', disputeStateLabels),
    reason: { title: 'Motivo, según Stripe' },
    status: createChoiceExportColumn('Estado en Stripe', stripeDisputeStatusLabels),
    openedAt: createDateTimeExportColumn('Abierta el'),
    closedAt: createDateTimeExportColumn('Cerrada el'),
    answerBy: createDateTimeExportColumn('Respuesta de la consulta, hasta el'),
  },
  'horas-propuestas': {
    state: createChoiceExportColumn('Estado', {
      sent: 'Enviadas',
      refused: 'No te venía bien ninguna',
      'none-free': 'No quedaba ninguna libre',
      chosen: 'Elegiste una',
    }),
  },
  justificantes: { 'issuer.address': postalAddress },
  pagos: { status: createChoiceExportColumn('Estado', paymentStatusLabels) },
  'pautas-anteriores': { status: createChoiceExportColumn('Estado', supplementStatusLabels) },
  pedidos: { status: createChoiceExportColumn('Estado', orderStatusLabels) },
  perfil: {
    status: createChoiceExportColumn('Estado', {
      unconfirmed: 'Sin confirmar',
      active: 'Activa',
      deactivated: 'Desactivada',
      leaving: 'En proceso de eliminación',
      deleted: 'Eliminada',
    }),
  },
  'registro-de-actividad': {
    ...appointment,
    // Unlike `address` of the entry, a network's, this one is a client's.
    fields: {
      title: 'Datos cambiados',
      read: (field) => findExportColumn('ficha-de-cliente', formatExportText(field)).title,
    },
    userId: { title: 'Quién', read: (by) => formatExportActor(formatExportText(by)) },
    status: createAuditedStatusExportColumn('Estado'),
    state: createChoiceExportColumn('Paso', carePathwayStateLabels),
    reason: createChoiceExportColumn('Motivo', {
      ...refundOriginLabels,
      ...fileRejectionLabels,
      ...carePathwayCorrectionReasonLabels,
    }),
  },
  presupuestos: budgetExportColumns,
  'presupuestos-aceptados': agreementExportColumns,
  proceso: {
    corrections: { title: 'Lo que ha anotado la consulta' },
    state: createChoiceExportColumn('Paso', carePathwayStateLabels),
    reason: createChoiceExportColumn('Motivo', carePathwayCorrectionReasonLabels),
    note: { title: 'Explicación' },
    statedAt: createDateTimeExportColumn('Anotado el'),
  },
  suplementos: { status: createChoiceExportColumn('Estado', supplementStatusLabels) },
  'verificacion-en-dos-pasos': {
    status: createChoiceExportColumn('Estado', { verified: 'Activa', unverified: 'Sin confirmar' }),
  },
}

export const exportGroupTitlePrefixes: Readonly<Record<string, string>> = {
  answers: '',
  notifications: 'Avisos: ',
  beforeFinish: 'Antes de finalizar: ',
  issuer: 'Emisor: ',
  vat: 'IVA: ',
  question: 'Pregunta: ',
  declined: 'Rechazo: ',
  refusedFrom: 'Rechazado desde: ',
}

/** Attributes known only to audit details keep their own name. */
export function findExportColumn(file: string, path: string): ExportColumn {
  const [, group, attribute = path] = /^(\w+)\.(\w+)$/.exec(path) ?? []
  const own = columnsOfFile[file]
  const column = own?.[path] ??
    own?.[attribute] ??
    personalDataExportColumns[attribute] ?? { title: recordFieldLabels[attribute] ?? attribute }
  return group ? { ...column, title: `${exportGroupTitlePrefixes[group] ?? ''}${column.title}` } : column
}

const places = new Map(Object.keys(personalDataExportColumns).map((attribute, place) => [attribute, place]))

const filesInOwnOrder = ['presupuestos', 'presupuestos-aceptados']

export function findExportColumnPosition(file: string, path: string): number {
  const attribute = path.split('.').at(-1) ?? ''
  const own = filesInOwnOrder.includes(file) ? Object.keys(columnsOfFile[file] ?? {}) : []
  const place = own.indexOf(attribute)
  return place === -1 ? own.length + (places.get(attribute) ?? places.size) : place
}
