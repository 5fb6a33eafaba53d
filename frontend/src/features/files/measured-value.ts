/** `bound`: the laboratory printed only an upper or lower limit. */
export interface MeasuredValue {
  readonly number: number
  readonly bound: 'below' | 'above' | null
}

export interface LaboratoryRange {
  readonly low: number | null
  readonly high: number | null
}

const NUMBER = String.raw`-?\d[\d.,]*`

/**
 * Spanish or English notation. Ambiguous texts give null: `1.234` is a thousand in one and a little more than one in
 * the other, and `1,234` vice versa.
 */
function readNumber(text: string): number | null {
  const isThousands = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text) && (text.includes(',') || /\..*\./.test(text))
  if (isThousands) return Number(text.replaceAll('.', '').replace(',', '.'))
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

const below = new RegExp(`^(?:<|<=|≤|menor (?:de|que)|menos de|inferior a|hasta)\\s*(${NUMBER})$`, 'i')
const above = new RegExp(`^(?:>|>=|≥|mayor (?:de|que)|más de|superior a|desde)\\s*(${NUMBER})$`, 'i')
const between = new RegExp(`^(?:de |entre )?(${NUMBER})\\s*(?:-|–|—|a|y)\\s*(${NUMBER})$`, 'i')

const numberIn = (pattern: RegExp, text: string): number | null => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : readNumber(found)
}

/** Null for words and ambiguous numbers: they are listed, but not drawn. */
export function readMeasuredValue(printed: string): MeasuredValue | null {
  const text = printed.trim()
  const least = numberIn(below, text)
  if (least !== null) return { number: least, bound: 'below' }
  const most = numberIn(above, text)
  if (most !== null) return { number: most, bound: 'above' }
  const number = readNumber(text)
  return number === null ? null : { number, bound: null }
}

export function readLaboratoryRange(printed: string | null): LaboratoryRange | null {
  const text = printed?.trim() ?? ''
  const [, first = '', second = ''] = between.exec(text) ?? []
  const [low, high] = [readNumber(first), readNumber(second)]
  if (low !== null && high !== null) return low < high ? { low, high } : null
  const most = numberIn(below, text)
  if (most !== null) return { low: null, high: most }
  const least = numberIn(above, text)
  return least === null ? null : { low: least, high: null }
}
