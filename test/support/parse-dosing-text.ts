import {
  type Dosing,
  doseFoodRelations,
  doseFrequencies,
  dosePatterns,
  doseTimeOptions,
  doseUnits,
} from '#contract/dosing'

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text.trim())

/** Inverse of `formatDosage`; also accepts a decimal comma. Undefined when it is not a number and a known unit. */
export function parseDosage(text: string): Pick<Dosing, 'amount' | 'unit'> | undefined {
  const [, number = '', word = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*(\S+)\s*$/.exec(text) ?? []
  const unit = oneOf(doseUnits, word)
  const amount = Number(number.replace(',', '.'))
  return unit && amount > 0 ? { amount, unit } : undefined
}

/** Inverse of `formatDoseFrequency`. Undefined when it contains an unknown value. */
export function parseDoseFrequency(text: string): Pick<Dosing, 'frequency' | 'times'> | undefined {
  const [first = '', ...rest] = text.split(' - ')
  const frequency = oneOf(doseFrequencies, first)
  const words = rest.length > 0 ? rest.join(' - ').split(',') : []
  const chosen = words.map((word) => oneOf(doseTimeOptions, word))
  const known = chosen.filter((time) => time !== undefined)
  return frequency && known.length === chosen.length
    ? { frequency, times: doseTimeOptions.filter((time) => known.includes(time)) }
    : undefined
}

export function parseDosingInstructions(
  text: string,
): (Pick<Dosing, 'foodRelation' | 'pattern' | 'instructions'> & { readonly name: string }) | undefined {
  const before = text.split(/^Instrucciones: /m)
  const lines = (before[0] ?? '').split('\n')
  const valueOf = (label: string) => lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2)
  const name = valueOf('Suplemento')?.trim()
  const foodRelation = oneOf(doseFoodRelations, valueOf('Cómo tomar con comida') ?? '')
  const pattern = oneOf(dosePatterns, valueOf('Patrón') ?? '')
  const instructions = before.slice(1).join('Instrucciones: ').trim() || null
  return name && foodRelation && pattern ? { name, foodRelation, pattern, instructions } : undefined
}
