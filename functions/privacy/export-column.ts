import { formatAuditEntryStatus } from '#contract/audit-labels'
import {
  formatExportDay,
  formatExportMoney,
  formatExportDateTime,
  formatExportText,
  createLabelFormatter,
  formatExportYesNo,
} from './value-formatters.ts'

export type ExportRow = Readonly<Record<string, unknown>>

export interface ExportColumn {
  readonly title: string
  /**
   * `item` is the whole item of the value.
   * @default numbers and texts in Spanish notation
   */
  readonly read?: (value: unknown, item?: ExportRow) => string
  readonly technical?: true
}

export const createDateTimeExportColumn = (title: string): ExportColumn => ({ title, read: formatExportDateTime })
export const createDayExportColumn = (title: string): ExportColumn => ({ title, read: formatExportDay })
export const createMoneyExportColumn = (title: string): ExportColumn => ({ title, read: formatExportMoney })
export const createYesNoExportColumn = (title: string): ExportColumn => ({ title, read: formatExportYesNo })
export const createChoiceExportColumn = (title: string, texts: Readonly<Record<string, string>>): ExportColumn => ({
  title,
  read: createLabelFormatter(texts),
})
export const createTechnicalExportColumn = (title: string): ExportColumn => ({ title, technical: true })

export const createAuditedStatusExportColumn = (title: string): ExportColumn => ({
  title,
  read: (status, entry) => formatAuditEntryStatus(formatExportText(entry?.['action']), formatExportText(status)),
})

export const formatExportActor = (by: string): string => {
  if (by.startsWith('usr_')) return 'Tú'
  return by === 'equipo' ? 'El equipo' : 'El sistema'
}
