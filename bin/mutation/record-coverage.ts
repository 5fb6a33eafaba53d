import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

interface Switches {
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const global = globalThis as { __stryker__?: Switches }
// oxlint-disable-next-line no-underscore-dangle -- the instrumenter's own name
const switches = (global.__stryker__ ??= {})
const file = process.env['MUTATION_COVERAGE']

if (file) {
  beforeEach(({ task }) => {
    switches.currentTestId = task.fullTestName
  })
  afterEach(() => {
    switches.currentTestId = undefined
  })
  // Test files of a worker may share modules: code run at module load is recorded for the first file only.
  afterAll(() => {
    const { static: loaded = {}, perTest = {} } = switches.mutantCoverage ?? {}
    const line = {
      test: expect.getState().testPath,
      ran: Object.entries(perTest).map(([name, ids]) => ({ name, ids: Object.keys(ids) })),
      loaded: Object.keys(loaded),
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    if (switches.mutantCoverage) Object.assign(switches.mutantCoverage, { static: {}, perTest: {} })
  })
}
