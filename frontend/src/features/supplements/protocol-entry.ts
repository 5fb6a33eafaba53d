import {
  type DoseFoodRelation,
  type DosePattern,
  type DoseTime,
  dosePatterns,
  doseTimeOptions,
  type doseUnits,
} from '#contract/dosing'
import { sparseFrequencies } from '#contract/protocol'
import type { GridLine } from './protocol-lines.ts'

type Unit = (typeof doseUnits)[number]

const units: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/^(mcg|µg|ug)\b/, 'mcg'],
  [/^mg\b/, 'mg'],
  [/^g(r|ramos?)?\b/, 'g'],
  [/^ui\b/, 'UI'],
  [/^ml\b/, 'ml'],
  [/^c[aá]ps?(ulas?)?\b\.?/, 'capsulas'],
  [/^comp(rimidos?)?\b\.?/, 'comprimidos'],
  [/^dosificador(es)?\b/, 'dosificador'],
  [/^gotas?\b/, 'gotas'],
]

const moments: readonly (readonly [pattern: RegExp, time: DoseTime])[] = [
  [/^(con )?(el )?desayuno\b/, 'Con desayuno'],
  [/^(con )?(la )?cena\b/, 'Con cena'],
  [/^(con )?(la )?comida\b/, 'Con comida'],
  [/^entre comidas\b/, 'Entre comidas'],
  [/^(por la )?ma[nñ]ana\b/, 'Mañana'],
  [/^(al )?mediod[ií]a\b/, 'Mediodía'],
  [/^(por la )?tarde\b/, 'Tarde'],
  [/^(por la )?noche\b/, 'Noche'],
]

const foods: readonly (readonly [pattern: RegExp, relation: DoseFoodRelation])[] = [
  [/^en ayunas\b/, 'En ayunas'],
  [/^antes de comer\b/, 'Antes de comer'],
  [/^despu[eé]s de comer\b/, 'Después de comer'],
]

const startsWithWords = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [new RegExp(`^${value.toLowerCase()}(?![\\p{L}])`, 'u'), value] as const)

const patterns: readonly (readonly [pattern: RegExp, value: DosePattern])[] = [
  ...startsWithWords(dosePatterns),
  [/^(d[ií]as )?laborables\b/, 'Solo días laborables'],
  [/^fines de semana\b/, 'Solo fines de semana'],
]

/** `\b` does not treat 'ñ' and accented letters as word characters, so accents are removed. */
const unaccented = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

export type TypedLine = Pick<GridLine, 'name'> &
  Partial<Pick<GridLine, 'unit' | 'amounts' | 'foodRelation' | 'pattern' | 'sparseFrequency'>>

export type ParsedEntry =
  | { readonly entry: TypedLine; readonly problem?: never }
  | { readonly problem: string; readonly entry?: never }

/** The first number that is a separate word: names may contain digits ('B12', 'Omega 3'). */
const dose = /^(?<name>.+?)\s+(?<amount>\d+(?:[.,]\d+)?)\s*(?<rest>\p{L}.*)?$/u

function findDose(text: string): { name: string; amount: string; rest: string } | undefined {
  const found = dose.exec(text)?.groups
  if (!found) return undefined
  const { name = '', amount = '', rest = '' } = found
  const isDose = rest !== '' && units.some(([pattern]) => pattern.test(unaccented(rest).toLowerCase()))
  if (isDose) return { name, amount, rest }
  // 'Omega 3 1 cápsula': the number belongs to the name if another one with a unit follows.
  const later = findDose(text.slice(name.length + amount.length + 1).replace(/^/, 'x '))
  return later && { ...later, name: `${name} ${amount}${later.name.slice(1)}`.replaceAll(/\s+/g, ' ') }
}

const between = /^[\s,.+]*(y |con (?=el |la ))?[\s,]*/

function take<Value>(rest: string, list: readonly (readonly [RegExp, Value])[]) {
  for (const [pattern, value] of list) {
    const plain = new RegExp(unaccented(pattern.source), pattern.flags)
    if (plain.test(rest)) return { value, rest: rest.replace(plain, '').replace(between, '') }
  }
  return undefined
}

interface Taking {
  readonly times: readonly DoseTime[]
  readonly entry: Omit<TypedLine, 'name' | 'amounts'>
  readonly rest: string
}

const readings: readonly ((taking: Taking) => Taking | undefined)[] = [
  ({ times, entry, rest }) => {
    const found = take(rest, foods)
    return found && { times, entry: { ...entry, foodRelation: found.value }, rest: found.rest }
  },
  ({ times, entry, rest }) => {
    const found = take(rest, moments)
    return found && { times: [...times, found.value], entry, rest: found.rest }
  },
  ({ times, entry, rest }) => {
    const found = take(rest, patterns)
    return found && { times, entry: { ...entry, pattern: found.value }, rest: found.rest }
  },
  ({ times, entry, rest }) => {
    const found = take(rest, startsWithWords(sparseFrequencies))
    return found && { times, entry: { ...entry, sparseFrequency: found.value }, rest: found.rest }
  },
]

function readTaking(taking: Taking): Taking {
  for (const read of readings) {
    const further = read(taking)
    if (further) return readTaking(further)
  }
  return taking
}

/**
 * 'zinc 15 mg noche', 'omega 3 2 cápsulas con cena y desayuno'. Without amount and unit the whole text is the name.
 * Unknown words after them are refused: a dose must not be guessed.
 */
export function parseProtocolEntry(text: string): ParsedEntry {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  if (line === '') return { problem: 'Escribe el nombre del suplemento' }
  const found = findDose(line)
  if (!found) return { entry: { name: capitalised(line) } }
  if (/^\d{1,3}[.,]\d{3}$/.test(found.amount)) {
    return { problem: 'Escribe la cantidad sin separar los miles: 1000, o 1 si es una unidad' }
  }
  const unit = take(unaccented(found.rest).toLowerCase(), units)
  const { times, entry, rest } = readTaking({ times: [], entry: {}, rest: unit?.rest ?? '' })
  if (rest !== '') {
    return { problem: `No entiendo «${rest}». Después de la cantidad van el momento y cómo se toma.` }
  }
  const chosen = doseTimeOptions.filter((time) => times.includes(time))
  const amounts = Object.fromEntries(chosen.map((time) => [time, found.amount.replace('.', ',')]))
  return { entry: { name: capitalised(found.name), ...(unit && { unit: unit.value }), amounts, ...entry } }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
