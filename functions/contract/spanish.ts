import * as z from 'zod/mini'
import { onFirstUse } from './on-first-use.ts'

type Issue = z.core.$ZodRawIssue
type Sentences = { readonly [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>) => string }

const figures = onFirstUse(() => new Intl.NumberFormat('es-ES'))

const counted = (count: number | bigint, one: string, many: string) =>
  `${figures.format(count)} ${count === 1 || count === 1n ? one : many}`

function sizeOf(origin: string, count: number | bigint): string | undefined {
  if (origin === 'string') return counted(count, 'carácter', 'caracteres')
  return ['array', 'set', 'map', 'record'].includes(origin) ? counted(count, 'elemento', 'elementos') : undefined
}

const unexpected = 'No tiene el formato esperado'
const choose = 'Elige una de las opciones'

const wanted: Readonly<Record<string, string>> = {
  number: 'Escribe un número',
  int: 'Escribe un número sin decimales',
  date: 'Escribe una fecha',
  boolean: 'Elige sí o no',
}

const isMissing = (value: unknown) => value === undefined || value === null

const sentences: Sentences = {
  invalid_type: ({ expected, input }) => (isMissing(input) ? 'Falta este dato' : (wanted[expected] ?? unexpected)),
  invalid_value: ({ input }) => (isMissing(input) ? 'Falta este dato' : choose),
  too_big: ({ origin, maximum, inclusive }) => {
    const size = sizeOf(origin, maximum)
    if (size) return `Puede tener como máximo ${size}`
    if (maximum >= Number.MAX_SAFE_INTEGER) return 'El número es demasiado grande'
    return `Escribe un número menor ${inclusive ? 'o igual ' : ''}que ${figures.format(maximum)}`
  },
  too_small: ({ origin, minimum, inclusive }) => {
    const size = sizeOf(origin, minimum)
    if (size) return minimum === 1 ? 'Falta este dato' : `Tiene que tener al menos ${size}`
    return `Escribe un número mayor ${inclusive ? 'o igual ' : ''}que ${figures.format(minimum)}`
  },
  not_multiple_of: ({ divisor }) => `Escribe un múltiplo de ${figures.format(divisor)}`,
  unrecognized_keys: () => 'Hay datos que no se esperaban',
}

const sentenceFor = (issue: Issue): string => {
  const say = sentences[issue.code] as ((issue: Issue) => string) | undefined
  return say?.(issue) ?? unexpected
}

/** Replaces zod's own Spanish locale, which says 'se esperaba que texto tuviera <=256'. */
z.config({ localeError: sentenceFor })
