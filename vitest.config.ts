import { defineConfig } from 'vitest/config'

const suite = (name: string, include: readonly string[], more: object = {}) => ({
  test: { name, include: include.map((pattern) => `test/${pattern}/**/*.test.{ts,tsx}`), ...more },
})

/** The suites of the product, by the question that each asks (docs/testing.md). */
export default defineConfig({
  test: {
    // The log lines of what passed say nothing; those of what failed are the first clue.
    silent: 'passed-only',
    // Its own choice leaves a core unused, which of two is half.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'architecture', include: ['test/architecture.test.ts'] } },
      suite('contract', ['contract']),
      suite('functions', ['functions'], {
        globalSetup: 'test/support/dynamo.ts',
        restoreMocks: true,
        testTimeout: 30_000,
      }),
      // One worker's files share their modules, and with them the templates that synthesised.ts keeps.
      suite('lib', ['lib'], { testTimeout: 60_000, hookTimeout: 120_000, isolate: false }),
      suite('frontend', ['frontend'], { environment: 'jsdom' }),
      suite('site', ['site'], { globalSetup: 'test/support/built-site.ts' }),
      suite('local', ['local'], { testTimeout: 30_000 }),
      suite('journeys', ['journeys'], {
        globalSetup: 'test/support/journeys.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
    ],
  },
})
