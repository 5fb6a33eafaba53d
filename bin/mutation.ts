import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyWorkingTree, listTrackedFiles } from './mutation/copy-working-tree.ts'
import { readTestImportGraph } from './mutation/import-graph.ts'
import { findMutants, toSourceFolder, plantMutants } from './mutation/instrument.ts'
import { type Mutant, sampleMutants } from './mutation/sample.ts'

/*
 * Changes one expression at a time and asks whether a test notices: `node bin/mutation.ts --seed 1 --size 600`. Works on a
 * copy; what is done is kept in dist/mutation-SEED.jsonl, and asked again with the same seed it goes on there.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '600' },
    minutes: { type: 'string', default: '120' },
    /** Only mutants of files whose path holds this. */
    only: { type: 'string', default: '' },
    /** Only tests whose path holds this. */
    tests: { type: 'string', default: '' },
  },
})
const root = join(import.meta.dirname, '..')
const seed = Number(values.seed)
const endsAt = Date.now() + Number(values.minutes) * 60_000
const results = join(root, `dist/mutation-${seed}${values.only && `-${values.only.replaceAll('/', '-')}`}.jsonl`)

/** Suites that need no browser. What only a journey would notice counts as survived. */
const suites = ['contract', 'functions', 'lib', 'frontend', 'local']
/** A mutant that makes a loop endless is noticed by that. */
const MAX_MINUTES = 6
/** Tests of the same folder first: nearly every mutant that is noticed is noticed there. */
const FIRST_FILES = 10

type Outcome = 'killed' | 'survived' | 'not-reached'
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
const loadsOf = readTestImportGraph(root, tests)
const coverage = await recordCoverage()
const known = new Set(earlier().map(keyOf))
const waiting = mutants.filter((mutant) => !known.has(keyOf(mutant)))
await Promise.all(Array.from({ length: availableParallelism() }, tryWaiting))
rmSync(copy, { recursive: true })
report()

function makeCopy(): string {
  const folder = copyWorkingTree(root)
  for (const [file, content] of files) writeFileSync(join(folder, file), content)
  const setup = 'bin/mutation/record-coverage.ts'
  writeFileSync(
    join(folder, 'vitest.mutation.config.ts'),
    `import config from './vitest.config.ts'
// A busy machine is no mutant that was noticed.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 }
for (const { test } of config.test.projects) Object.assign(test, patience, { setupFiles: [test.setupFiles ?? [], '${setup}'].flat() })
export default config
`,
  )
  return folder
}

async function recordCoverage() {
  const file = join(copy, 'coverage.jsonl')
  writeFileSync(file, '')
  const began = Date.now()
  const outcome = join(copy, 'without-a-mutant.json')
  const status = await runTests(tests, { MUTATION_COVERAGE: file }, ['--reporter', 'json', '--outputFile', outcome])
  if (status !== 0) throw new Error(`without a mutant the tests do not pass: see ${outcome}`)
  console.log(`the suites took ${Math.round((Date.now() - began) / 1000)} s`)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { test: string; ran: string[]; loaded: string[] })
  return ({ id, file: source }: Mutant): string[] => {
    const ran = lines.filter((line) => line.ran.includes(id)).map(({ test }) => test.slice(copy.length + 1))
    // What runs while a module is loaded is recorded for the first test of a worker, and noticed by any that loads it.
    const loaded = lines.some((line) => line.loaded.includes(id)) ? loadsOf(source) : []
    return [...new Set([...ran, ...loaded])]
  }
}

/** @returns the exit status; null where the time was over */
function runTests(paths: readonly string[], more: Readonly<Record<string, string>>, options: readonly string[]) {
  const projects = suites
    .filter((suite) => paths.some((path) => path.startsWith(`test/${suite}/`)))
    .flatMap((suite) => ['--project', `${suite}*`])
  const words = ['run', '--config', 'vitest.mutation.config.ts', '--reporter', 'dot', ...projects, ...options, ...paths]
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: copy,
    env: { ...process.env, ...more },
    stdio: 'ignore',
    detached: true,
    timeout: paths === tests ? undefined : MAX_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  })
  return new Promise<number | null>((resolve) => child.on('exit', resolve))
}

async function tryWaiting(): Promise<void> {
  for (let mutant = waiting.shift(); mutant && Date.now() < endsAt; mutant = waiting.shift()) {
    const outcome = await outcomeOf(mutant)
    appendFileSync(results, `${JSON.stringify({ ...mutant, outcome } satisfies Result)}\n`)
    console.log(`${outcome} ${mutant.file}:${mutant.line} ${mutant.replacement.slice(0, 60)}`)
  }
}

async function outcomeOf(mutant: Mutant): Promise<Outcome> {
  const paths = coverage(mutant)
  if (paths.length === 0) return 'not-reached'
  const words = toSourceFolder(mutant.file).split('/').slice(1)
  const near = (path: string) => words.filter((word) => path.includes(`/${word}/`)).length
  const sorted = paths.toSorted((one, other) => near(other) - near(one))
  const on = { __STRYKER_ACTIVE_MUTANT__: mutant.id, VITEST_MAX_WORKERS: '1' }
  for (const part of [sorted.slice(0, FIRST_FILES), sorted.slice(FIRST_FILES)]) {
    if (part.length > 0 && (await runTests(part, on, ['--bail', '1'])) !== 0) return 'killed'
  }
  return 'survived'
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

function report(): void {
  const all = earlier()
  const names = [...new Set(all.map(({ file }) => toSourceFolder(file)))].toSorted()
  const rows = names.map((name) => {
    const own = all.filter(({ file }) => toSourceFolder(file) === name)
    const killed = own.filter(({ outcome }) => outcome === 'killed').length
    return { folder: name, mutants: own.length, killed, score: `${Math.round((100 * killed) / own.length)} %` }
  })
  console.table(rows)
  const killed = all.filter(({ outcome }) => outcome === 'killed').length
  for (const { outcome, file, line, mutator, replacement } of all.filter((each) => each.outcome !== 'killed'))
    console.log(`${outcome} ${file}:${line} ${mutator}: ${replacement}`)
  console.log(`${killed} of ${all.length} noticed, ${Math.round((100 * killed) / all.length)} %`)
}
