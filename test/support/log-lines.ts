import { inspect } from 'node:util'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

const PEOPLE = /@correo\.test|@example\.(com|org|test)|luc[ií]a|ferrer|zacar[ií]as|inconfundible/i

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const

const written: unknown[][] = []

for (const level of levels) {
  const write = console[level]
  console[level] = (...line: unknown[]) => {
    written.push(line)
    write.apply(console, line)
  }
  // The next file of this worker begins with a console that is nobody's.
  afterAll(() => void (console[level] = write))
}

const unseen = () => levels.flatMap((level) => (vi.isMockFunction(console[level]) ? console[level].mock.calls : []))

beforeEach(() => void written.splice(0))

// A log line carries codes and ids: whoever reads the logs is to learn nobody's name or address.
afterEach(() => {
  const lines = [...written, ...unseen()].map((line) => inspect(line, { depth: Infinity, breakLength: Infinity }))

  const naming = lines.filter((line) => PEOPLE.test(line))
  if (naming.length > 0) throw new Error(`log lines that name somebody: ${naming.join(' · ')}`)
})
