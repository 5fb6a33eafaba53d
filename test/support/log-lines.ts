import { inspect } from 'node:util'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

const PEOPLE = /@correo\.test|@example\.(com|org|test)|luc[ií]a|ferrer|zacar[ií]as|inconfundible/i

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const

const written: { readonly line: unknown[]; readonly print: () => void }[] = []

for (const level of levels) {
  const write = console[level]
  // Printed once a test has failed: each line is else sent to another process, which throws it away.
  console[level] = (...line: unknown[]) => void written.push({ line, print: () => write.apply(console, line) })
  // The next file of this worker begins with a console that is nobody's.
  afterAll(() => void (console[level] = write))
}

const printAll = () => {
  for (const { print } of written.splice(0)) print()
}

const unseen = () => levels.flatMap((level) => (vi.isMockFunction(console[level]) ? console[level].mock.calls : []))

// Of a hook, or of what a file does while it is read.
beforeEach(printAll)
afterAll(printAll)

// A log line carries codes and ids: whoever reads the logs is to learn nobody's name or address.
afterEach(({ task }) => {
  const lines = [...written.map(({ line }) => line), ...unseen()].map((line) =>
    inspect(line, { depth: Infinity, breakLength: Infinity }),
  )

  if (task.result?.state === 'fail') printAll()
  written.length = 0

  const naming = lines.filter((line) => PEOPLE.test(line))
  if (naming.length > 0) throw new Error(`log lines that name somebody: ${naming.join(' · ')}`)
})
