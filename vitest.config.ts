import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { WaitingFilesFirst } from './test/support/waiting-files-first.ts'

/** The functions’ lines go to the console, which shows those of failed tests, and not past it to stdout. */
const logging = { POWERTOOLS_DEV: 'true', POWERTOOLS_METRICS_DISABLED: 'false' }

const suite = (
  name: string,
  include: readonly string[],
  { env, ...more }: { env?: object; [setting: string]: unknown } = {},
) => ({
  test: {
    name,
    include: include.map((pattern) => `test/${pattern}/**/*.test.{ts,tsx}`),
    env: { ...logging, ...env },
    ...more,
  },
})

/** Where bin/test.mjs reads the sums. */
const report = process.env['TEST_REPORT']

/** Another order of files and tests for each number; 0 for that of the files (docs/testing.md). */
const order = Number(process.env['TEST_ORDER'] ?? 0)

const page = {
  environment: 'jsdom',
  env: { TZ: 'America/New_York', VITE_SITE_URL: 'https://habitat.example' },
  setupFiles: 'test/support/browser-app-hooks.ts',
  // The first visit of a lazy page waits for its code.
  testTimeout: 20_000,
}
/** They put another module in the place of one of ours, or have modules read anew, as a page does that has just been opened. */
const ownModules = [
  'test/frontend/api/early-responses.test.ts',
  'test/frontend/api/unexplained-refusal.test.ts',
  'test/frontend/app/client-first-picture.test.tsx',
  'test/frontend/app/forms-kept.test.tsx',
  'test/frontend/app/next-page.test.tsx',
  'test/frontend/app/refused-fields.test.tsx',
  'test/frontend/app/sign-out-offline.test.ts',
  'test/frontend/consent/cookies-of-a-new-page.test.tsx',
  'test/frontend/legal/practice.test.tsx',
  'test/frontend/payments/price-without-reduction.test.tsx',
  // A clock of its own, beside which the modules of other files keep theirs.
  'test/frontend/security/security-settings.test.tsx',
  'test/frontend/ui/notices-when-needed.test.tsx',
]

const standIns = { testTimeout: 30_000, globalSetup: 'test/support/shared-folder.ts' }
/**
 * They start a product in their own process, whose variables name its stand-ins, or replace what the AWS SDK's clients send, or
 * configure Amplify, which there is once.
 */
const ownProcess = [
  'test/local/cognito/amplify*.test.ts',
  'test/local/console-page.test.ts',
  'test/local/deploy/*.test.ts',
  // Its people and their sessions are those of its product.
  'test/local/adverse-conditions/*.test.ts',
  'test/local/resend-failed-mails.test.ts',
  'test/local/restore/*.test.ts',
  'test/local/runbooks.test.ts',
  'test/local/template/{alarms,damaged-template,deployment,missing-parts}.test.ts',
]

/** Journeys in Chromium. The files of a worker share the browser; each journey has people and a context of its own. */
const journeys = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  isolate: false,
  // As long as a page waits for what it should show: a poll's own limit is a second, which a busy machine takes.
  expect: { poll: { timeout: 20_000 } },
  // The journeys of a file share a product, and with it what those before have done and its clock.
  sequence: { shuffle: false },
}

const filesOf = (names: readonly string[]) => names.map((name) => `test/journeys/${name}.test.ts`)

/** Journeys that would be in the way of others at one product. */
const ownProduct = filesOf([
  // They move the clock, cut services off or switch protections.
  'booking',
  'budgets',
  'outages',
  'privacy',
  'strangers',
  'uploads',
  'users',
  // It delivers every payment's events again.
  'exactly-once',
  // What the demo clients have done is what it looks at and changes.
  'supplements',
])

/** They start a product themselves: to stop it again, or to change its table by hand. */
const startingProducts = filesOf(['history', 'restart', 'reviewing', 'smoke', 'visitors-for-one-hour'])

/**
 * The like of them, which walk the sources: a product of the template takes some four seconds of a processor more to start, and
 * what they ask about is the page, or a switch of the local console.
 */
const onSources = filesOf(['demo', 'diagnostics', 'nothing-lost', 'security', 'security-alerts', 'security-rows'])

/** The suites of the product, by the question that each asks (docs/testing.md). */
export default defineConfig({
  test: {
    // The log lines of what passed say nothing; those of what failed are the first clue.
    silent: 'passed-only',
    reporters: ['default', ...(report ? [['json', { outputFile: report }] as ['json', { outputFile: string }]] : [])],
    // With two for each core the journeys took 11 % longer, and each test up to twice as long (docs/performance.md). A worker
    // with its product needs the memory.
    maxWorkers: Math.min(availableParallelism(), Math.max(2, Math.floor(process.availableMemory() / 2 ** 31))),
    sequence: { sequencer: WaitingFilesFirst, seed: order, shuffle: { files: false, tests: order > 0 } },
    projects: [
      { test: { name: 'architecture', include: ['test/architecture.test.ts'] } },
      // In other zones than this machine's, which is UTC: nothing of a day or a dose may follow the clock of the machine.
      suite('contract', ['contract'], { env: { TZ: 'Europe/Madrid' } }),
      suite('functions', ['functions'], {
        globalSetup: 'test/support/dynamo.ts',
        setupFiles: ['short-traces', 'cheap-scrypt', 'log-lines', 'audited-changes'].map(
          (name) => `test/support/${name}.ts`,
        ),
        restoreMocks: true,
        testTimeout: 30_000,
        // Building the bundles that a test reads is the test's work as well.
        hookTimeout: 30_000,
        // Reading the modules anew for each file is a fifth of the suite's work; each test has a table of its own.
        isolate: false,
      }),
      // One worker's files share their modules, and with them the templates that synthesised.ts keeps.
      suite('lib', ['lib'], {
        testTimeout: 60_000,
        hookTimeout: 120_000,
        isolate: false,
        globalSetup: 'test/support/shared-folder.ts',
      }),
      // A third of the work of a file were its modules and its document, which the files of a worker share.
      suite('frontend', ['frontend'], { ...page, exclude: ownModules, isolate: false }),
      { test: { name: 'frontend-own-modules', include: ownModules, ...page } },
      suite('site', ['site'], { globalSetup: 'test/support/built-site.ts' }),
      suite('local', ['local'], { ...standIns, exclude: ownProcess, isolate: false, restoreMocks: true }),
      { test: { name: 'local-own-process', include: ownProcess, env: logging, ...standIns } },
      suite('journeys', ['journeys'], {
        ...journeys,
        exclude: [...ownProduct, ...startingProducts, ...onSources],
        globalSetup: ['journeys-site', 'journeys-product', 'shared-folder'].map((name) => `test/support/${name}.ts`),
        setupFiles: 'test/support/shared-product.ts',
      }),
      ...Object.entries({
        'journeys-own-product': ownProduct,
        'journeys-on-sources': onSources,
        // Writes docs/pictures; no part of `npm test`.
        pictures: ['test/pictures/*.test.ts'],
      }).map(([name, include]) => ({
        test: {
          name,
          include,
          ...journeys,
          globalSetup: 'test/support/journeys-site.ts',
          setupFiles: 'test/support/product-of-file.ts',
        },
      })),
      {
        test: {
          name: 'journeys-starting-products',
          include: startingProducts,
          ...journeys,
          globalSetup: 'test/support/journeys-site.ts',
        },
      },
    ],
  },
})
