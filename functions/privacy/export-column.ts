import { consultationStatusLabels, supplementStatusLabels } from '#contract/status-labels'
import {
  formatExportDay,
  formatExportMoney,
  formatExportDateTime,
  type ValueFormatter,
  createLabelFormatter,
  formatExportYesNo,
} from './value-formatters.ts'

export interface ExportColumn {
  readonly title: string
  /** @default numbers and texts in Spanish notation */
  readonly read?: ValueFormatter
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

export const formatExportStatus = createLabelFormatter({ ...consultationStatusLabels, ...supplementStatusLabels })

export const formatExportActor = (by: string): string => {
  if (by.startsWith('usr_')) return 'Tú'
  return by === 'equipo' ? 'El equipo' : 'El sistema'
}
