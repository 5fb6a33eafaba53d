import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { selectChecks, hasMemoryForTwo, singleCoreEnvironment, runChecks } from './checks.mjs'
import { chooseTests, describeNoMatch, suiteOf, toTitlePattern } from './choose-tests.mjs'
import { requireDynamoServer } from './dynamo-server.mjs'
import { compileCache, installMissing, projectNode, root } from './install.mjs'
import { spawnGroup } from './spawn-group.mjs'

/** Run together: suites that wait for a browser leave the processor to the others. */
const suiteNames = ['architecture', 'contract', 'functions', 'lib', 'frontend', 'site', 'local', 'journeys']
/** Run only when named: it writes docs/pictures. */
const suitesByName = ['pictures']
const everySuite = ['check', ...suiteNames]
const withTable = ['functions', 'local', 'journeys', 'pictures']
const withBrowser = ['journeys', 'pictures']

/** Runs all journeys against the template's bundles, as most do, or against the sources. */
const ways = ['--template', '--sources']

installMissing()
const { suites, paths, title } = chosenTests()
if (withTable.some((name) => suites.includes(name))) requireDynamoServer()
const binaries = join(root, 'node_modules/.bin')
const searched = [join(projectNode, '..'), binaries, process.env.PATH]
/** Fixtures built once and shared by suites: test/support/shared-folder.ts. */
const shared = mkdtempSync(join(tmpdir(), 'habitat-test-'))
process.once('exit', () => rmSync(shared, { recursive: true, force: true }))
const env = { ...process.env, ...compileCache, TEST_FOLDER: shared, PATH: searched.join(delimiter) }

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => endBy(signal))
const machine = { cores: availableParallelism(), memory: process.availableMemory?.() ?? freemem() }
const checking = runChosenChecks()
if (!hasMemoryForTwo(machine)) await checking
const results = await Promise.all([checking, runChosenSuites()])
const [passed, failed] = ['passed', 'failed'].map((kind) => results.reduce((sum, each) => sum + each[kind], 0))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function chosenTests() {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, read: () => readFileSync(join(root, path), 'utf8') }))
  try {
    return chooseTests(wordsBut(ways), everySuite, files, suitesByName)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

function wordsBut(options) {
  return process.argv.slice(2).filter((word) => !options.includes(word))
}

/** Prints a message, because an interrupted run without totals could look like a passed one. */
function endBy(signal) {
  console.error(`${signal} ended the run before its end.`)
  ended.abort()
  process.exit(1)
}

async function runChosenChecks() {
  if (!suites.includes('check')) return { passed: 0, failed: 0 }
  const steps = selectChecks(suites)
  return runChecks({ binaries, machine, options: { cwd: root, env, signal: ended.signal }, steps })
}

async function runChosenSuites() {
  const wantsBrowser = withBrowser.some((name) => suites.includes(name))
  const path = wantsBrowser ? findBrowser() : undefined
  const runnable = suites.filter((name) => name !== 'check' && (!withBrowser.includes(name) || path))
  const missing = wantsBrowser && !path ? 1 : 0
  if (missing) console.error('No hay navegador: instala Chrome o Chromium, o indica el suyo en CHROME_PATH.')
  if (runnable.length === 0) return { passed: 0, failed: missing }
  const way = ways.find((option) => process.argv.includes(option))
  const sums = await runSuites(runnable, {
    ...(path && { CHROME_PATH: path }),
    ...(way && { JOURNEYS_ON: way.slice(2) }),
  })
  return { ...sums, failed: sums.failed + missing }
}

/** Reads the totals from the report; a non-zero exit without a failed test is a failure too. */
async function runSuites(names, more) {
  const report = join(shared, 'report.json')
  // A suite may have several projects: `frontend` and `frontend-own-modules`.
  const projects = names.flatMap((name) => ['--project', `${name}*`])
  const wanted = paths.filter((path) => names.includes(suiteOf(path)))
  const words = ['run', ...projects, ...wanted, ...(title ? ['-t', toTitlePattern(title).source] : [])]
  const child = spawnGroup(projectNode, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: root,
    env: { ...env, ...singleCoreEnvironment, ...more, TEST_REPORT: report },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: ended.signal,
  })
  const [status, signal] = await once(child, 'close')
  if (signal) console.error(`The suites were ended by ${signal}.`)
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const { numPassedTests = 0, numFailedTests = 0 } = result ?? {}
  const sums = { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(numFailedTests, 1) }
  if (!title || sums.passed + sums.failed > 0) return sums
  // The words stand in files, but in no title: Vitest passes over every test and ends with success.
  console.error(describeNoMatch(title, [...everySuite, ...suitesByName]))
  return { passed: 0, failed: 1 }
}
