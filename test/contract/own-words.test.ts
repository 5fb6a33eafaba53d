import { describe, expect, test } from 'vitest'
import { type ContractMistake, listContractMistakes } from '../support/contract-mistakes.ts'
import { limits } from '../support/own-limits.ts'
import { ownWords } from '../support/own-words.ts'

/** Generic messages of functions/contract/spanish.ts for any field. */
const OF_ANY_FIELD =
  /^(No tiene el formato esperado|Hay datos que no se esperaban|Elige una de las opciones|Falta este dato|Elige sí o no|Escribe un número( sin decimales)?|El número es demasiado grande)$/
const OF_LIMITS = /^(Puede tener como máximo [\d.]+ caracteres|Escribe un número (menor|mayor) .*|Tiene que tener .*)$/
const OF_LISTS = /^Puede tener como máximo [\d.]+ elementos$/

const mistakes = listContractMistakes().filter(({ path }) => !['limit', 'version'].includes(path))

function fieldsBySentence(wanted: (sentence: string) => boolean): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, Set<string>>()
  for (const mistake of mistakes.filter(({ issue }) => wanted(issue.message))) {
    const fields = found.get(mistake.issue.message) ?? new Set()
    found.set(mistake.issue.message, fields.add(fieldOf(mistake)))
  }
  return [...found].map(([sentence, fields]) => [sentence, [...fields].toSorted()])
}

const fieldOf = ({ endpoint, path }: ContractMistake) => `${endpoint.split('.')[0]} ${path.replace(/^settings\./, '')}`

const sorted = (rows: readonly (readonly [string, readonly string[]])[]) =>
  rows.toSorted(([one], [other]) => (one < other ? -1 : 1))

describe('what a form says of a mistake', () => {
  test('is said in the words of its field, where a general sentence would not tell what is wanted', () => {
    const own = fieldsBySentence(
      (sentence) => ![OF_ANY_FIELD, OF_LIMITS, OF_LISTS].some((general) => general.test(sentence)),
    )

    expect(sorted(own)).toEqual(sorted(ownWords))
  })

  test('names the limit of every text and number that has one', () => {
    expect(sorted(fieldsBySentence((sentence) => OF_LIMITS.test(sentence)))).toEqual(sorted(limits))
  })
})
