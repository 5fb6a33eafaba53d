import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Lists, at the end of a run, tests that passed only on retry: each is a defect to be explained. */
export const retriedTestsReporter: Reporter = {
  onTestRunEnd: (modules: readonly TestModule[]) => {
    const names = modules.flatMap(({ children, moduleId }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative('.', moduleId)}: ${test.fullName}`),
    )
    if (names.length > 0) console.error(['Passed only at a second try:', ...names].join('\n  '))
  },
}
