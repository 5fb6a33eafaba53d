import { inspect } from 'node:util'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

const PEOPLE = /@correo\.test|@example\.(com|org|test)|luc[ií]a|ferrer|zacar[ií]as|inconfundible/i

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const

const written: { readonly line: unknown[]; readonly print: () => void }[] = []

for (const level of levels) {
  const write = console[level]
  // Printed only for a failed test: each line would otherwise be sent to another process, which discards it.
  console[level] = (...line: unknown[]) => void written.push({ line, print: () => write.apply(console, line) })
  // The worker's next file starts with the original console.
  afterAll(() => void (console[level] = write))
}

const printAll = () => {
  for (const { print } of written.splice(0)) print()
}

const unseen = () => levels.flatMap((level) => (vi.isMockFunction(console[level]) ? console[level].mock.calls : []))

// Written by a hook, or at module load.
beforeEach(printAll)
afterAll(printAll)

// A log line contains codes and ids only: readers of the logs must not see names or addresses.
afterEach(({ task }) => {
  const lines = [...written.map(({ line }) => line), ...unseen()].map((line) =>
    inspect(line, { depth: Infinity, breakLength: Infinity }),
  )

  if (task.result?.state === 'fail') printAll()
  written.length = 0

  const naming = lines.filter((line) => PEOPLE.test(line))
  if (naming.length > 0) throw new Error(`log lines that name somebody: ${naming.join(' · ')}`)
})
