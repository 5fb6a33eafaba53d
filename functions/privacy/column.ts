import { consultationStatusText, supplementStatusText } from '#contract/status-words'
import { dayText, moneyText, momentText, type Formatter, labelFormatter, yesNo } from './values.ts'

/** How an attribute of an item is shown to the person whom it is about. */
export interface Column {
  readonly title: string
  /** Its value in words. @default numbers and texts as a Spaniard writes them */
  readonly read?: Formatter
  /** Of use to programs alone: it stands in the table, and not on the page that people read. */
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

/** The states of consultations and supplements, where either may stand. */
export const statusWords = labelFormatter({ ...consultationStatusText, ...supplementStatusText })

/** Who did something, as the person whom it is about reads it. */
export const actorText = (by: string): string => {
  if (by.startsWith('usr_')) return 'Tú'
  return by === 'equipo' ? 'El equipo' : 'El sistema'
}
