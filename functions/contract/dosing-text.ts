import { type Dosing, removeEquivalentDoseTimes } from './dosing.ts'

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

export const formatDosingInstructions = ({
  name,
  foodRelation,
  pattern,
  instructions,
}: Pick<Dosing, 'foodRelation' | 'pattern' | 'instructions'> & { readonly name: string }): string =>
  [
    `Suplemento: ${name}`,
    `Cómo tomar con comida: ${foodRelation}`,
    `Patrón: ${pattern}`,
    ...(instructions ? [`Instrucciones: ${instructions}`] : []),
  ].join('\n')
