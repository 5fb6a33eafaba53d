import { clientSupplementFields } from '#contract/client-supplement'
import { consultationTextFields } from '#contract/consultation'
import { customerFieldLabels } from '#contract/customer'
import { getFieldLabels } from '#contract/record-fields'
import type { AuditAction } from '#contract/audit'
import type { AuditedValueChange } from '#contract/audited-value-change'
import { carePathwayCorrectionReasonLabels, carePathwayStateLabels } from '#contract/care-pathway-labels'
import { fileRejectionLabels } from '#contract/status-labels'
import { alertSuppressionReasonLabels, formatAuditEntryStatus } from '#contract/audit-labels'
import { securityAlertTypeLabels } from '#contract/security-alerts'
import { openingHoursLabels } from '#contract/opening-hours'
import type { SecurityImprovementId } from '#contract/security-improvements'
import { securitySettingNames, securitySettingLabels } from '#contract/security-settings'
import { moneyText, toConsultationValueChanges } from './consultation-value-changes.ts'
import { securityImprovementTexts } from './improvement-texts.ts'
import { formatSecurityImprovementDay } from './reading-text.ts'
import { toSupplementValueChanges } from './supplement-value-changes.ts'
import { openedRecordPartLabels, recordOpeningQuestionLabels } from '#contract/record-opening-labels'
import type { CustomerRecordPart } from '#contract/record-parts'
import { onFirstUse } from '#contract/on-first-use'

type Details = Readonly<Record<string, unknown>>

/** Only values with a Spanish name below are shown; ids, versions and unknown fields are left out. */
export function toAuditedValueChanges(action: AuditAction, details: unknown): AuditedValueChange[] {
  if (!isRecord(details)) return []
  const role = changeOf(details['old_data'], details['new_data'], 'role')
  return [
    ...toConsultationValueChanges(details),
    ...(role ? [{ name: 'Rol', ...role }] : []),
    ...settingValues(details),
    ...toSupplementValueChanges(details['old_data'], details['new_data']),
    ...statusValues(action, details),
    ...Object.entries(named).flatMap(([key, [name, words]]) => {
      const after = details[key] === undefined ? null : words(details[key])
      return after === null ? [] : [{ name, before: null, after }]
    }),
  ]
}

function statusValues(action: AuditAction, details: Details): AuditedValueChange[] {
  const [before, after] = [textOf(details['old_status']), textOf(details['status'])]
  if (action.startsWith('CONSULTATION_') && details['confirmed'] === true)
    return [{ name: 'Estado', before: 'Por confirmar', after: 'Confirmada' }]
  if (after === null || before === after) return []
  return [
    {
      name: 'Estado',
      before: before && formatAuditEntryStatus(action, before),
      after: formatAuditEntryStatus(action, after),
    },
  ]
}

const settingValues = ({ old_data: before, new_data: after }: Details): AuditedValueChange[] =>
  isRecord(before) && isRecord(after)
    ? securitySettingNames
        .filter((name) => after[name] !== undefined)
        .map((name) => ({
          name: securitySettingLabels[name],
          before: stateText(before[name]),
          after: stateText(after[name]),
        }))
    : []

const stateText = (value: unknown): string | null =>
  typeof value === 'number' ? `${value} h` : value === true ? 'activado' : value === false ? 'desactivado' : null

const counts = onFirstUse(() => new Intl.NumberFormat('es-ES'))

const dateText = (day: unknown) => (typeof day === 'string' ? formatSecurityImprovementDay(day) : null)
const countText = (count: unknown) => (typeof count === 'number' ? counts.format(count) : null)
const yesText = (yes: unknown) => (typeof yes === 'boolean' ? (yes ? 'Sí' : 'No') : null)
const fileText = (type: unknown) =>
  type === 'invoice' ? 'Factura' : type === 'analytics' ? 'Analítica' : type === 'message' ? 'De un mensaje' : null

const partText = (part: unknown) =>
  typeof part === 'string' ? (openedRecordPartLabels[part as CustomerRecordPart] ?? null) : null

const fieldNames: Readonly<Record<string, string>> = {
  ...getFieldLabels(consultationTextFields),
  ...getFieldLabels(clientSupplementFields),
  ...customerFieldLabels,
  ...openingHoursLabels,
}
const fieldsText = (fields: unknown) =>
  Array.isArray(fields) && fields.length > 0
    ? fields.map((field) => fieldNames[String(field)]?.toLowerCase() ?? field).join(', ')
    : null

const improvementsText = (ids: unknown) =>
  Array.isArray(ids) && ids.length > 0
    ? ids.map((id) => securityImprovementTexts[id as SecurityImprovementId]?.title ?? String(id)).join(', ')
    : null

const wordsIn =
  (texts: Readonly<Record<string, string>>) =>
  (code: unknown): string | null =>
    typeof code === 'string' && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
const daysText = (days: unknown) => (typeof days === 'number' ? (days === 1 ? '1 día' : `${days} días`) : null)

const reasonLabels = {
  ...fileRejectionLabels,
  ...carePathwayCorrectionReasonLabels,
  ...alertSuppressionReasonLabels,
  ...recordOpeningQuestionLabels,
}

const named: Readonly<Record<string, readonly [name: string, words: (value: unknown) => string | null]>> = {
  fields: ['Ha cambiado', fieldsText],
  totalCents: ['Importe', moneyText],
  amountCents: ['Importe', moneyText],
  refundCents: ['Devuelto', moneyText],
  state: ['Paso', wordsIn(carePathwayStateLabels)],
  fileType: ['Archivo', fileText],
  rows: ['Filas', countText],
  total: ['Clientes', countText],
  removed: ['Clientes', countText],
  refusals: ['Intentos rechazados', countText],
  alert: ['Alerta', wordsIn(securityAlertTypeLabels)],
  suppressed_count: ['Alertas distintas', countText],
  completed: ['Se cumple', improvementsText],
  lost: ['Ya no se cumple', improvementsText],
  answer: ['Respuesta', wordsIn({ accept: 'Lo acepta', decline: 'No lo acepta' })],
  reason: ['Motivo', wordsIn(reasonLabels)],
  overriddenBecause: ['Motivo', textOf],
  date: ['Fecha', dateText],
  days: ['Durante', daysText],
  left: ['Códigos que quedan', countText],
  part: ['Parte de la ficha', partText],
  role: ['Rol', textOf],
  accountClosed: ['Cuenta cerrada', yesText],
  accountOpened: ['Cuenta abierta', yesText],
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function changeOf(before: unknown, after: unknown, key: string) {
  if (!isRecord(before) || !isRecord(after) || after[key] === undefined) return undefined
  return { before: textOf(before[key]), after: textOf(after[key]) }
}

const isRecord = (value: unknown): value is Details => typeof value === 'object' && value !== null
