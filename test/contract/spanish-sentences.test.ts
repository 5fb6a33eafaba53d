import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { en, es } from 'zod/locales'
import { type ContractMistake, listContractMistakes } from '../support/contract-mistakes.ts'

const machines = [en(), es()].map(({ localeError }) => localeError)

const ENGLISH =
  /\b(the|is|are|an|of|to|must|should|too|not|invalid|expected|received|required|please|at least|at most|long|short|small|big|wrong|enter|your|input|string|characters|value|values|email address|password|date|choose|only|cannot)\b/i
const OF_MACHINES = /[<>]=|Inválid|Entrada|se esperaba que|undefined|null|NaN|\[object|texto tuviera|\^|\\d/

const isMachineMade = ({ issue }: ContractMistake): boolean => {
  const theirs = machines
    .map((say) => say({ ...issue } as never))
    .map((said) => (typeof said === 'string' ? said : said?.message))
  return theirs.includes(issue.message) || ENGLISH.test(issue.message) || OF_MACHINES.test(issue.message)
}

const isSentence = (text: string) => /^[¿¡«]?[A-ZÁÉÍÓÚÑ0-9][^\n]{3,}$/.test(text)

describe('what is said of a mistake', () => {
  const found = listContractMistakes()

  test('is a sentence that a Spaniard would write, for every field of every endpoint and every kind of mistake', () => {
    const strange = found.filter((each) => isMachineMade(each) || !isSentence(each.issue.message))

    expect([
      ...new Set(
        strange.map(
          ({ endpoint, part, path, kind, issue }) => `${endpoint} ${part} ${path}: ${kind}: ${issue.message}`,
        ),
      ),
    ]).toEqual([])
    expect(found.length).toBeGreaterThan(3000)
  })

  test.each([
    [z.string().check(z.maxLength(200)), 'x'.repeat(201), 'Puede tener como máximo 200 caracteres'],
    [z.string().check(z.minLength(3)), 'x', 'Tiene que tener al menos 3 caracteres'],
    [z.string().check(z.minLength(1)), '', 'Falta este dato'],
    [z.string(), undefined, 'Falta este dato'],
    [z.string(), null, 'Falta este dato'],
    [z.enum(['a', 'b']), null, 'Falta este dato'],
    [z.boolean(), 'x', 'Elige sí o no'],
    [z.date(), 'x', 'Escribe una fecha'],
    [z.number().check(z.lt(5)), 5, 'Escribe un número menor que 5'],
    [z.number().check(z.gte(5)), 4, 'Escribe un número mayor o igual que 5'],
    [z.string().check(z.maxLength(1)), 'xy', 'Puede tener como máximo 1 carácter'],
    [z.set(z.string()).check(z.maxSize(1)), new Set(['x', 'y']), 'Puede tener como máximo 1 elemento'],
    [z.string(), 7, 'No tiene el formato esperado'],
    [z.email(), 'x', 'No tiene el formato esperado'],
    [z.array(z.string()).check(z.maxLength(1)), ['x', 'y'], 'Puede tener como máximo 1 elemento'],
    [z.array(z.string()).check(z.minLength(2)), ['x'], 'Tiene que tener al menos 2 elementos'],
    [z.number().check(z.maximum(10_000)), 10_001, 'Escribe un número menor o igual que 10.000'],
    [z.int(), 1e300, 'El número es demasiado grande'],
    [z.number().check(z.positive()), 0, 'Escribe un número mayor que 0'],
    [z.int(), 1.5, 'Escribe un número sin decimales'],
    [z.number(), 'x', 'Escribe un número'],
    [z.number().check(z.multipleOf(15)), 7, 'Escribe un múltiplo de 15'],
    [z.enum(['a', 'b']), 'c', 'Elige una de las opciones'],
    [z.strictObject({}), { surprise: 1 }, 'Hay datos que no se esperaban'],
    [z.union([z.string(), z.number()]), [], 'No tiene el formato esperado'],
  ])('is plain where a schema has no words of its own (%#)', (schema, given, sentence) => {
    expect(schema.safeParse(given).error?.issues[0]?.message).toBe(sentence)
  })

  test('of what is too long or too many is the same everywhere, with its limit', () => {
    const ofSize = found.filter(({ issue }) => issue.code === 'too_big' && ['string', 'array'].includes(issue.origin))
    const others = ofSize.filter(
      ({ issue }) => !/uede tener como máximo [\d.]+ (carácter|caracteres|elementos?|momentos)$/.test(issue.message),
    )

    expect(ofSize.length).toBeGreaterThan(50)
    // Generic messages, for limits that users need not know.
    expect(others.filter(({ issue }) => !/ no válido$| demasiado (largos?|grande)$/.test(issue.message))).toEqual([])
    expect(found.filter(({ issue }) => /^Como (mucho|máximo)/.test(issue.message))).toEqual([])
  })

  test('names the password where one is too long', () => {
    const tooLong = found.filter(
      ({ path, kind, issue }) => path.endsWith('assword') && kind === 'a long text' && issue.code === 'too_big',
    )

    expect(new Set(tooLong.map(({ issue }) => issue.message))).toEqual(
      new Set(['La contraseña puede tener como máximo 256 caracteres']),
    )
  })
})
