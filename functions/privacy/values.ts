import { dayFormat } from '#contract/days'
import { TIME_ZONE } from '#contract/product'

export type Formatter = (value: unknown) => string

const moments = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: TIME_ZONE,
})
const shortDay = dayFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })
const numbers = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 20 })

/** An invalid date is shown as stored: an export never fails for one odd value. */
const dated =
  (format: (text: string) => string): Formatter =>
  (value) => {
    const text = plainText(value)
    return Number.isNaN(Date.parse(text)) ? text : format(text)
  }

/** In the practice's time zone: `21/11/2026 10:00`. */
export const momentText = dated((text) => moments.format(new Date(text)).replace(',', ''))
export const dayText = dated((text) => shortDay(text.slice(0, 10)))
/** From integer cents: `80,00 €`. */
export const moneyText: Formatter = (cents) =>
  typeof cents === 'number' ? euros.format(cents / 100).replace('\u00A0', ' ') : plainText(cents)
export const yesNo: Formatter = (value) => (value === true ? 'Sí' : 'No')

export const labelFormatter =
  (texts: Readonly<Record<string, string>>): Formatter =>
  (value) => {
    const text = plainText(value)
    return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text
  }

export const plainText: Formatter = (value) => {
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'boolean') return yesNo(value)
  return typeof value === 'string' ? value : ''
}
