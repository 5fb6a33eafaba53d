import {
  type Dosing,
  doseFoodRelations,
  doseFrequencies,
  dosePatterns,
  doseTimeOptions,
  removeEquivalentDoseTimes,
  doseUnits,
} from './dosing.ts'

export const formatDosage = ({ amount, unit }: Pick<Dosing, 'amount' | 'unit'>): string => `${amount} ${unit}`

const unitWords: Readonly<Partial<Record<Dosing['unit'], readonly [one: string, more: string]>>> = {
  capsulas: ['cápsula', 'cápsulas'],
  comprimidos: ['comprimido', 'comprimidos'],
  dosificador: ['dosificador', 'dosificadores'],
  gotas: ['gota', 'gotas'],
}

export function formatDoseUnit({ amount, unit }: Pick<Dosing, 'amount' | 'unit'>): string {
  const [one, more] = unitWords[unit] ?? [unit, unit]
  return amount === 1 ? one : more
}

/** `2 veces al día - Mañana, Noche`; without chosen times the frequency alone. */
export const formatDoseFrequency = ({ frequency, times: chosen }: Pick<Dosing, 'frequency' | 'times'>): string =>
  chosen.length > 0 ? `${frequency} - ${removeEquivalentDoseTimes({ frequency, times: chosen }).join(', ')}` : frequency

const labels = {
  name: 'Suplemento',
  foodRelation: 'Cómo tomar con comida',
  pattern: 'Patrón',
  instructions: 'Instrucciones',
} as const

export const formatDosingInstructions = ({
  name,
  foodRelation,
  pattern,
  instructions,
}: Pick<Dosing, 'foodRelation' | 'pattern' | 'instructions'> & { readonly name: string }): string =>
  [
    `${labels.name}: ${name}`,
    `${labels.foodRelation}: ${foodRelation}`,
    `${labels.pattern}: ${pattern}`,
    ...(instructions ? [`${labels.instructions}: ${instructions}`] : []),
  ].join('\n')

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text.trim())

/** Inverse of `formatDosage`; also accepts a decimal comma. Undefined when it is not a number and a known unit. */
export function parseDosage(text: string): Pick<Dosing, 'amount' | 'unit'> | undefined {
  const [, number = '', word = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*(\S+)\s*$/.exec(text) ?? []
  const unit = oneOf(doseUnits, word)
  const amount = Number(number.replace(',', '.'))
  return unit && amount > 0 ? { amount, unit } : undefined
}

/** Inverse of `frequencyText`. Undefined when it contains an unknown value. */
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
  const before = text.split(new RegExp(`^${labels.instructions}: `, 'm'))
  const lines = (before[0] ?? '').split('\n')
  const valueOf = (label: string) => lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2)
  const name = valueOf(labels.name)?.trim()
  const foodRelation = oneOf(doseFoodRelations, valueOf(labels.foodRelation) ?? '')
  const pattern = oneOf(dosePatterns, valueOf(labels.pattern) ?? '')
  const instructions = before.slice(1).join(`${labels.instructions}: `).trim() || null
  return name && foodRelation && pattern ? { name, foodRelation, pattern, instructions } : undefined
}
