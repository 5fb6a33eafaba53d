import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { copyWorkingTree, listTrackedFiles } from './mutation/copy-working-tree.ts'
import { readTestImportGraph } from './mutation/import-graph.ts'
import { findMutants, plantMutants, toSourceFolder } from './mutation/instrument.ts'
import { type Mutant, sampleMutants } from './mutation/sample.ts'
import { createTypeChecker } from './mutation/type-checker.ts'

/*
 * Changes one expression at a time and checks whether a test fails: `npx node bin/mutation.ts --seed 1 --size 600`.
 * Works on a copy. Results are stored in dist/mutation-SEED.jsonl; a run with the same seed continues there.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '600' },
    minutes: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
  },
})
const root = join(import.meta.dirname, '..')
const seed = Number(values.seed)
const endsAt = Date.now() + Number(values.minutes) * 60_000
const results = join(root, `dist/mutation-${seed}${values.only && `-${values.only.replaceAll('/', '-')}`}.jsonl`)

/** Suites that need no browser. A mutant noticed only by a journey counts as survived. */
const suites = ['contract', 'functions', 'lib', 'frontend', 'local']
/**
 * A mutant that causes an endless loop is detected by this limit. On a busy machine others may exceed it too, so it has
 * its own result.
 */
const MAX_MINUTES = 6
/** Tests of the same folder run first: they detect nearly all mutants. */
const FIRST_FILES = 3
const FIRST_TESTS = 20
/** Number of further test files, which import the mutant's module but do not reach the mutant, that run last. */
const LOADING_FILES = 8
/** Limit of one command line argument, with a margin for encoding; beyond it the files run without a filter. */
const MAX_PATTERN = 60_000

type Outcome = 'killed' | 'timed-out' | 'does-not-compile' | 'survived' | 'not-reached'
interface Result extends Mutant {
  readonly outcome: Outcome
}

const tracked = listTrackedFiles(root)
const sources = tracked.filter(
  (file) => /^(bin|lib|functions|frontend\/src)\/.*\.tsx?$/.test(file) && !file.startsWith('frontend/src/content/'),
)
const tests = tracked.filter(
  (file) =>
    suites.some((suite) => file.startsWith(`test/${suite}/`)) &&
    /\.test\.tsx?$/.test(file) &&
    file.includes(values.tests),
)

const folders = await findMutants(
  root,
  sources.filter((file) => file.includes(values.only)),
)
const chosen = sampleMutants(folders, Number(values.size), seed)
const { files, mutants } = await plantMutants(root, chosen)
console.log(`${mutants.length} mutants of ${folders.reduce((sum, folder) => sum + folder.mutants.length, 0)}`)

const copy = makeCopy()
const types = createTypeChecker(root)
const loadsOf = readTestImportGraph(root, tests)
const coverage = await recordCoverage()
const known = new Set(earlier().map(keyOf))
const waiting = mutants.filter((mutant) => !known.has(keyOf(mutant)))
// More than the cores, because start, load and wait times leave them idle more than half of the time.
await Promise.all(Array.from({ length: availableParallelism() * 2 + 1 }, tryWaiting))
rmSync(copy, { recursive: true })
types.remove()
report()

function makeCopy(): string {
  const folder = copyWorkingTree(root)
  for (const [file, content] of files) writeFileSync(join(folder, file), content)
  const setup = 'bin/mutation/record-coverage.ts'
  writeFileSync(
    join(folder, 'vitest.mutation.config.ts'),
    `import config from './vitest.config.ts'
// A busy machine is no mutant that was noticed.
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 }
for (const { test } of config.test.projects) Object.assign(test, timeouts, { setupFiles: [test.setupFiles ?? [], '${setup}'].flat() })
export default config
`,
  )
  return folder
}

/** Files that fail without a mutant, because they read sources as text and find the switches. */
function listFailedFiles(outcome: string): string[] {
  const { testResults } = JSON.parse(readFileSync(outcome, 'utf8')) as {
    testResults: readonly { readonly name: string; readonly status: string }[]
  }
  return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(copy, name))
}

/** Tests of one file that reach a mutant; all its tests if the mutant runs at module load. */
interface CoveringFile {
  readonly path: string
  readonly names: readonly string[] | 'all'
}

interface CoverageLine {
  readonly test: string
  readonly ran: readonly { readonly name: string; readonly ids: readonly string[] }[]
  readonly loaded: readonly string[]
}

async function recordCoverage() {
  const file = join(copy, 'coverage.jsonl')
  writeFileSync(file, '')
  const began = Date.now()
  const outcome = join(copy, 'without-a-mutant.json')
  const options = ['--reporter', 'json', '--outputFile', outcome]
  const status = await runTests(tests, { MUTATION_COVERAGE: file }, options, undefined)
  if (status === null) throw new Error('the tests were stopped')
  const failed = listFailedFiles(outcome)
  console.log(`the suites took ${Math.round((Date.now() - began) / 1000)} s`)
  if (failed.length > 0) console.log(`left out, for they fail without a mutant: ${failed.join(', ')}`)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CoverageLine)
    .map((line) => ({ ...line, path: relative(copy, line.test) }))
  const isLeftOut = (path: string) => failed.includes(path)
  return ({ id, file: source }: Mutant): CoveringFile[] => {
    // Code run at module load is recorded for the worker's first test, but any test that loads it may detect the
    // mutant.
    if (lines.some(({ loaded }) => loaded.includes(id))) {
      return loadsOf(source)
        .filter((path) => !isLeftOut(path))
        .map((path) => ({ path, names: 'all' }))
    }
    return lines
      .filter(({ path }) => !isLeftOut(path))
      .map(({ path, ran }) => ({
        path,
        names: ran.filter(({ ids }) => ids.includes(id)).map(({ name }) => name),
      }))
      .filter(({ names }) => names.length > 0)
  }
}

/** @returns the exit status; null after a timeout */
function runTests(
  paths: readonly string[],
  more: Readonly<Record<string, string>>,
  options: readonly string[],
  timeout: number | undefined,
) {
  const projects = suites
    .filter((suite) => paths.some((path) => path.startsWith(`test/${suite}/`)))
    .flatMap((suite) => ['--project', `${suite}*`])
  const words = ['run', '--config', 'vitest.mutation.config.ts', '--reporter', 'dot', ...projects, ...options, ...paths]
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: copy,
    env: { ...process.env, ...more },
    stdio: 'ignore',
    detached: true,
    timeout,
    killSignal: 'SIGKILL',
  })
  return new Promise<number | null>((resolve) => child.on('exit', resolve))
}

async function tryWaiting(): Promise<void> {
  for (let mutant = waiting.shift(); mutant && Date.now() < endsAt; mutant = waiting.shift()) {
    const asked = await outcomeOf(mutant)
    const outcome = isNoticed(asked) || (await types.compiles(mutant)) ? asked : 'does-not-compile'
    const { id, file, line, mutator, replacement } = mutant
    appendFileSync(results, `${JSON.stringify({ id, file, line, mutator, replacement, outcome } satisfies Result)}\n`)
    console.log(`${outcome} ${mutant.file}:${mutant.line} ${mutant.replacement.slice(0, 60)}`)
  }
}

async function outcomeOf(mutant: Mutant): Promise<Outcome> {
  const covering = coverage(mutant)
  if (covering.length === 0) return 'not-reached'
  const words = toSourceFolder(mutant.file).split('/').slice(1)
  const near = ({ path }: CoveringFile) => words.filter((word) => path.includes(`/${word}/`)).length
  const sorted = covering.toSorted((one, other) => near(other) - near(one))
  const first = sorted
    .slice(0, FIRST_FILES)
    .map(({ path, names }) => ({ path, names: names === 'all' ? names : names.slice(0, FIRST_TESTS) }))
  const status = await runCovering(first, mutant)
  if (status !== 0) return status === null ? 'timed-out' : 'killed'
  const isFirst = (path: string, name: string) =>
    first.some((one) => one.path === path && (one.names === 'all' || one.names.includes(name)))
  const others = sorted
    .map(({ path, names }): CoveringFile =>
      names === 'all'
        ? { path, names: first.some((one) => one.path === path) ? [] : names }
        : { path, names: names.filter((name) => !isFirst(path, name)) },
    )
    .filter(({ names }) => names.length > 0)
  // A page's module is loaded by the first test that opens it; other tests that load it may detect the mutant too.
  const loading = loadsOf(mutant.file)
    .filter((path) => !covering.some((one) => one.path === path))
    .map((path): CoveringFile => ({ path, names: 'all' }))
    .toSorted((one, other) => near(other) - near(one))
    .slice(0, LOADING_FILES)
  for (const part of [others, loading]) {
    // A time-out (null) is no failure here: the nearest tests have passed, and these are many.
    if (part.length > 0 && (await runCovering(part, mutant)) === 1) return 'killed'
  }
  return 'survived'
}

function runCovering(covering: readonly CoveringFile[], { id }: Mutant): Promise<number | null> {
  const names = covering.flatMap((file) => (file.names === 'all' ? [] : file.names))
  const pattern = `^(${[...new Set(names)].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`
  return runTests(
    covering.map(({ path }) => path),
    { __STRYKER_ACTIVE_MUTANT__: id, VITEST_MAX_WORKERS: '1' },
    ['--bail', '1', ...(names.length > 0 && pattern.length < MAX_PATTERN ? ['--testNamePattern', pattern] : [])],
    MAX_MINUTES * 60_000,
  )
}

function earlier(): Result[] {
  mkdirSync(dirname(results), { recursive: true })
  if (!existsSync(results)) return []
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result)
}

function keyOf({ file, line, mutator, replacement }: Mutant): string {
  return `${file}:${line} ${mutator} ${replacement}`
}

function isNoticed(outcome: Outcome): boolean {
  return outcome === 'killed' || outcome === 'timed-out' || outcome === 'does-not-compile'
}

function report(): void {
  const all = earlier()
  const names = [...new Set(all.map(({ file }) => toSourceFolder(file)))].toSorted()
  const rows = names.map((name) => {
    const own = all.filter(({ file }) => toSourceFolder(file) === name)
    const killed = own.filter(({ outcome }) => isNoticed(outcome)).length
    return { folder: name, mutants: own.length, killed, score: `${Math.round((100 * killed) / own.length)} %` }
  })
  console.table(rows)
  const killed = all.filter(({ outcome }) => isNoticed(outcome)).length
  for (const { outcome, file, line, mutator, replacement } of all.filter((each) => each.outcome !== 'killed'))
    console.log(`${outcome} ${file}:${line} ${mutator}: ${replacement}`)
  console.log(`${killed} of ${all.length} noticed, ${Math.round((100 * killed) / all.length)} %`)
}
