import { createDayFormatter, createInstantFormatter } from '#contract/calendar-days'
import { onFirstUse } from '#contract/on-first-use'

export type ValueFormatter = (value: unknown) => string

const moments = createInstantFormatter({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const shortDay = createDayFormatter({ day: '2-digit', month: '2-digit', year: 'numeric' })
const euros = onFirstUse(() => new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' }))
const numbers = onFirstUse(() => new Intl.NumberFormat('es-ES', { maximumFractionDigits: 20 }))

/** An invalid date is shown as stored, so that an export does not fail because of it. */
const dated =
  (format: (text: string) => string): ValueFormatter =>
  (value) => {
    const text = formatExportText(value)
    return Number.isNaN(Date.parse(text)) ? text : format(text)
  }

/** In the practice's time zone: `21/11/2026 10:00`. */
export const formatExportDateTime = dated((text) => moments(text).replace(',', ''))
export const formatExportDay = dated((text) => shortDay(text.slice(0, 10)))
export const formatExportMoney: ValueFormatter = (cents) =>
  typeof cents === 'number' ? euros.format(cents / 100).replace('\u00A0', ' ') : formatExportText(cents)
export const formatExportYesNo: ValueFormatter = (value) => (value === true ? 'Sí' : 'No')

export const createLabelFormatter =
  (texts: Readonly<Record<string, string>>): ValueFormatter =>
  (value) => {
    const text = formatExportText(value)
    return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text
  }

export const formatExportText: ValueFormatter = (value) => {
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'boolean') return formatExportYesNo(value)
  return typeof value === 'string' ? value : ''
}
