import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Names, at the end of a run, the tests that passed only at a second try: each is a defect that waits for its cause. */
export const secondTries: Reporter = {
  onTestRunEnd: (modules: readonly TestModule[]) => {
    const names = modules.flatMap(({ children, moduleId }) =>
      [...children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative('.', moduleId)}: ${test.fullName}`),
    )
    if (names.length > 0) console.error(['Passed only at a second try:', ...names].join('\n  '))
  },
}
