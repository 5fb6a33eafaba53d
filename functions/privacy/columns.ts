import {
  consultationStatusText,
  consultationTypeText,
  mailStatusText,
  mailTypeText,
  paymentStatusText,
  supplementStatusText,
} from '#contract/status-words'
import { attributes, recordLabels } from './attributes.ts'
import { type Column, choiceColumn, statusWords, actorText } from './column.ts'
import { orderStates } from './stored-words.ts'
import { plainText } from './values.ts'

const postalAddress = { title: 'Dirección' }
const customer: Readonly<Record<string, Column>> = { address: postalAddress }

const columnsOfFile: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  archivos: {
    status: choiceColumn('Estado', { pending: 'Pendiente', available: 'Disponible', rejected: 'Rechazado' }),
  },
  avisos: { status: choiceColumn('Estado', mailStatusText), type: choiceColumn('Tipo', mailTypeText) },
  consultas: {
    status: choiceColumn('Estado', { ...consultationStatusText, removed: 'Eliminada' }),
    type: choiceColumn('Tipo', consultationTypeText),
  },
  descargas: {
    status: choiceColumn('Estado', {
      queued: 'En cola',
      working: 'Preparándose',
      ready: 'Preparada',
      failed: 'Fallida',
    }),
  },
  'ficha-de-cliente': customer,
  'ficha-de-cliente-eliminada': customer,
  'intentos-de-acceso': { state: choiceColumn('Estado', { open: 'Abierto', settled: 'Cerrado' }) },
  justificantes: { 'issuer.address': postalAddress },
  pagos: { status: choiceColumn('Estado', paymentStatusText) },
  'pautas-anteriores': { status: choiceColumn('Estado', supplementStatusText) },
  pedidos: { status: choiceColumn('Estado', orderStates) },
  perfil: {
    status: choiceColumn('Estado', {
      unconfirmed: 'Sin confirmar',
      active: 'Activa',
      deactivated: 'Desactivada',
      leaving: 'En proceso de eliminación',
      deleted: 'Eliminada',
    }),
  },
  'registro-de-actividad': {
    userId: { title: 'Quién', read: (by) => actorText(plainText(by)) },
    status: { title: 'Estado', read: statusWords },
  },
  suplementos: { status: choiceColumn('Estado', supplementStatusText) },
  'verificacion-en-dos-pasos': { status: choiceColumn('Estado', { verified: 'Activa', unverified: 'Sin confirmar' }) },
}

export const groupPrefixes: Readonly<Record<string, string>> = {
  answers: '',
  notifications: 'Avisos: ',
  beforeFinish: 'Antes de finalizar: ',
  issuer: 'Emisor: ',
  vat: 'IVA: ',
  refusedFrom: 'Rechazado desde: ',
}

/**
 * `path` is `attribute`, or `group.attribute` within a map. Attributes known only to audit details keep their own name.
 */
export function columnOf(file: string, path: string): Column {
  const [, group, attribute = path] = /^(\w+)\.(\w+)$/.exec(path) ?? []
  const own = columnsOfFile[file]
  const column = own?.[path] ??
    own?.[attribute] ??
    attributes[attribute] ?? { title: recordLabels[attribute] ?? attribute }
  return group ? { ...column, title: `${groupPrefixes[group] ?? ''}${column.title}` } : column
}

const places = new Map(Object.keys(attributes).map((attribute, place) => [attribute, place]))
export const columnRank = (path: string): number => places.get(path.split('.').at(-1) ?? '') ?? places.size
