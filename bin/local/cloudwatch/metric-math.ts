/** Value of one period; undefined without a datapoint. */
export type MetricPeriodValue = number | undefined
type Values = ReadonlyMap<string, MetricPeriodValue>

interface Reader {
  readonly take: (...words: readonly string[]) => string | undefined
  /** @throws Error for any other word */
  readonly require: (word: string) => void
  readonly next: () => string | undefined
}

type Compute = (values: Values) => MetricPeriodValue

const WORD = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*|[<>=!]=|[-+*/()[\],<>])/y

function readWords(expression: string): readonly string[] {
  const words: string[] = []
  let end = 0
  while (expression.slice(end).trim() !== '') {
    WORD.lastIndex = end
    const [, word] = WORD.exec(expression) ?? []
    if (word === undefined) throw new Error(`metric math: ${expression.slice(end)} of ${expression}`)
    words.push(word)
    end = WORD.lastIndex
  }
  return words
}

function openReader(expression: string): Reader {
  const words = [...readWords(expression)]
  const take: Reader['take'] = (...wanted) =>
    words[0] !== undefined && wanted.includes(words[0]) ? words.shift() : undefined
  return {
    take,
    require: (word) => {
      if (take(word) === undefined)
        throw new Error(`metric math: no ${word} before ${words.join(' ')} in ${expression}`)
    },
    next: () => words.shift(),
  }
}

const operators: Readonly<Record<string, (left: number, right: number) => MetricPeriodValue>> = {
  '*': (left, right) => left * right,
  // CloudWatch has no datapoint for a division by zero.
  '/': (left, right) => (right === 0 ? undefined : left / right),
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
}

/** In descending order of precedence. */
const precedence = [
  ['*', '/'],
  ['+', '-'],
  ['<', '>', '<=', '>=', '==', '!='],
] as const

function readOperation(reader: Reader, level: number): Compute {
  const words = precedence[level]
  if (!words) return readOperand(reader)
  const readSide = (): Compute => (level === 0 ? readOperand(reader) : readOperation(reader, level - 1))
  let computed = readSide()
  for (let word = reader.take(...words); word !== undefined; word = reader.take(...words)) {
    const [operate, left, right] = [operators[word], computed, readSide()]
    computed = (values) => {
      const [one, other] = [left(values), right(values)]
      return one === undefined || other === undefined ? undefined : operate?.(one, other)
    }
  }
  return computed
}

const readExpression = (reader: Reader): Compute => readOperation(reader, precedence.length - 1)

function readOperand(reader: Reader): Compute {
  const word = reader.next() ?? ''
  if (word === '(') {
    const inner = readExpression(reader)
    reader.require(')')
    return inner
  }
  if (/^\d/.test(word)) return () => Number(word)
  if (/^[A-Z]/.test(word)) return readFunction(word, reader)
  if (!/^[a-z]/.test(word)) throw new Error(`metric math: ${word} is no operand`)
  return (values) => {
    if (!values.has(word)) throw new Error(`metric math: there is no metric ${word}`)
    return values.get(word)
  }
}

function readList(reader: Reader, end: string): readonly Compute[] {
  const read = [readExpression(reader)]
  while (reader.take(',') !== undefined) read.push(readExpression(reader))
  reader.require(end)
  return read
}

/** FILL, IF and MAX over several metrics: those that our alarms use. */
function readFunction(name: string, reader: Reader): Compute {
  reader.require('(')
  if (name === 'MAX') {
    reader.require('[')
    const metrics = readList(reader, ']')
    reader.require(')')
    return (values) => {
      const measured = metrics.map((compute) => compute(values)).filter((value) => value !== undefined)
      return measured.length === 0 ? undefined : Math.max(...measured)
    }
  }
  const [first, second, third, ...others] = readList(reader, ')')
  if (name === 'FILL' && first && second && !third) return (values) => first(values) ?? second(values)
  if (name === 'IF' && first && second && third && others.length === 0) {
    return (values) => {
      const condition = first(values)
      if (condition === undefined) return undefined
      return condition === 0 ? third(values) : second(values)
    }
  }
  throw new Error(`metric math: ${name} is not computed like this`)
}

/**
 * Evaluates CloudWatch metric math for one period; values by metric id.
 * @throws Error for unsupported syntax
 */
export function computeMetricMath(expression: string, values: Values): MetricPeriodValue {
  const reader = openReader(expression)
  const compute = readExpression(reader)
  const rest = reader.next()
  if (rest !== undefined) throw new Error(`metric math: ${rest} follows in ${expression}`)
  return compute(values)
}
