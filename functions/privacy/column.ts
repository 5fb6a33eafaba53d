import { consultationStatusText, supplementStatusText } from '#contract/status-words'
import { dayText, moneyText, momentText, type Formatter, labelFormatter, yesNo } from './values.ts'

export interface Column {
  readonly title: string
  /** @default numbers and texts in Spanish notation */
  readonly read?: Formatter
  readonly technical?: true
}

export const momentColumn = (title: string): Column => ({ title, read: momentText })
export const dayColumn = (title: string): Column => ({ title, read: dayText })
export const moneyColumn = (title: string): Column => ({ title, read: moneyText })
export const yesNoColumn = (title: string): Column => ({ title, read: yesNo })
export const choiceColumn = (title: string, texts: Readonly<Record<string, string>>): Column => ({
  title,
  read: labelFormatter(texts),
})
export const technicalColumn = (title: string): Column => ({ title, technical: true })

export const statusWords = labelFormatter({ ...consultationStatusText, ...supplementStatusText })

export const actorText = (by: string): string => {
  if (by.startsWith('usr_')) return 'Tú'
  return by === 'equipo' ? 'El equipo' : 'El sistema'
}
