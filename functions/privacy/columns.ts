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

/** What an attribute is called where a file of the download has its own word for it. */
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

/** Maps that stand in an item, by what comes before the titles of what is in them. */
export const groupPrefixes: Readonly<Record<string, string>> = {
  answers: '',
  notifications: 'Avisos: ',
  beforeFinish: 'Antes de finalizar: ',
  issuer: 'Emisor: ',
  vat: 'IVA: ',
  refusedFrom: 'Rechazado desde: ',
}

/** The column of an attribute, `group.attribute` when it stands in a map. Of what only details know: its own name. */
export function columnOf(file: string, path: string): Column {
  const [, group, attribute = path] = /^(\w+)\.(\w+)$/.exec(path) ?? []
  const own = columnsOfFile[file]
  const column = own?.[path] ??
    own?.[attribute] ??
    attributes[attribute] ?? { title: recordLabels[attribute] ?? attribute }
  return group ? { ...column, title: `${groupPrefixes[group] ?? ''}${column.title}` } : column
}

/** Where a column stands among the others. */
const places = new Map(Object.keys(attributes).map((attribute, place) => [attribute, place]))
export const columnRank = (path: string): number => places.get(path.split('.').at(-1) ?? '') ?? places.size
