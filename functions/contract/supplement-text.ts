import { type Dosing, foodRelations, frequencies, patterns, times, uniqueTimes, units } from './dosing.ts'

/** `500 mg`: the number as it is stored, then the unit. */
export const dosageText = ({ amount, unit }: Pick<Dosing, 'amount' | 'unit'>): string => `${amount} ${unit}`

/** Units that are words, of one and of more; the stored word stays as the specification writes it. */
const unitWords: Readonly<Partial<Record<Dosing['unit'], readonly [one: string, more: string]>>> = {
  capsulas: ['cápsula', 'cápsulas'],
  comprimidos: ['comprimido', 'comprimidos'],
  dosificador: ['dosificador', 'dosificadores'],
  gotas: ['gota', 'gotas'],
}

/** The unit as it is read beside an amount: `cápsula` after 1, `cápsulas` after 2. */
export function unitText({ amount, unit }: Pick<Dosing, 'amount' | 'unit'>): string {
  const [one, more] = unitWords[unit] ?? [unit, unit]
  return amount === 1 ? one : more
}

/** `2 veces al día - Mañana, Noche`: as many words as doses. Without chosen times the frequency alone. */
export const frequencyText = ({ frequency, times: chosen }: Pick<Dosing, 'frequency' | 'times'>): string =>
  chosen.length > 0 ? `${frequency} - ${uniqueTimes({ frequency, times: chosen }).join(', ')}` : frequency

const labels = {
  name: 'Suplemento',
  foodRelation: 'Cómo tomar con comida',
  pattern: 'Patrón',
  instructions: 'Instrucciones',
} as const

/** The labelled lines of a supplement's instructions; the last one only where there is something to say. */
export const instructionsText = ({
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

/** Reads `500 mg` back; undefined when it is not a number and one of the units. A decimal comma is taken too. */
export function parseDosage(text: string): Pick<Dosing, 'amount' | 'unit'> | undefined {
  const [, number = '', word = ''] = /^\s*(\d+(?:[.,]\d+)?)\s*(\S+)\s*$/.exec(text) ?? []
  const unit = oneOf(units, word)
  const amount = Number(number.replace(',', '.'))
  return unit && amount > 0 ? { amount, unit } : undefined
}

/** Reads `2 veces al día - Mañana, Noche` back; undefined when a word of it is none of the lists'. */
export function parseFrequency(text: string): Pick<Dosing, 'frequency' | 'times'> | undefined {
  const [first = '', ...rest] = text.split(' - ')
  const frequency = oneOf(frequencies, first)
  const words = rest.length > 0 ? rest.join(' - ').split(',') : []
  const chosen = words.map((word) => oneOf(times, word))
  const known = chosen.filter((time) => time !== undefined)
  return frequency && known.length === chosen.length
    ? { frequency, times: times.filter((time) => known.includes(time)) }
    : undefined
}

/** Reads labelled lines back. Lines after the label of the instructions belong to them. */
export function parseInstructions(
  text: string,
): (Pick<Dosing, 'foodRelation' | 'pattern' | 'instructions'> & { readonly name: string }) | undefined {
  const before = text.split(new RegExp(`^${labels.instructions}: `, 'm'))
  const lines = (before[0] ?? '').split('\n')
  const valueOf = (label: string) => lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2)
  const name = valueOf(labels.name)?.trim()
  const foodRelation = oneOf(foodRelations, valueOf(labels.foodRelation) ?? '')
  const pattern = oneOf(patterns, valueOf(labels.pattern) ?? '')
  const instructions = before.slice(1).join(`${labels.instructions}: `).trim() || null
  return name && foodRelation && pattern ? { name, foodRelation, pattern, instructions } : undefined
}
