import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { chooseTests, suiteOf } from './choose-tests.mjs'
import { requireDynamoServer } from './dynamo-server.mjs'
import { compileCache, installMissing, projectNode, root } from './install.mjs'

/** The tools that hold the style, each counted as one test. */
const checks = {
  types: ['tsc'],
  'types of the server': ['tsc', '-p', 'functions'],
  'types of the browser': ['tsc', '-p', 'frontend'],
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  imports: ['depcruise', 'bin', 'lib', 'functions', 'frontend', '--config', '.dependency-cruiser.cjs'],
  'dead code': ['knip'],
}
/** Suites that run at once, then the ones that need the machine for themselves. */
const quick = ['architecture', 'contract', 'functions', 'lib', 'frontend', 'site', 'local']
const browser = ['journeys']
/** Suites that keep their data in a table. */
const withTable = ['functions', 'local', 'journeys']

/** Has all journeys walk the template from its bundles, as most do, or the sources. */
const ways = ['--template', '--sources']

installMissing()
const { suites, paths, title } = chosenTests()
if (withTable.some((name) => suites.includes(name))) requireDynamoServer()
const sums = { passed: 0, failed: 0 }
const binaries = join(root, 'node_modules/.bin')
const searched = [join(projectNode, '..'), binaries, process.env.PATH]
/** What the suites make once for all of them: test/support/shared-folder.ts. */
const shared = mkdtempSync(join(tmpdir(), 'habitat-test-'))
process.once('exit', () => rmSync(shared, { recursive: true, force: true }))
const env = { ...process.env, ...compileCache, TEST_FOLDER: shared, PATH: searched.join(delimiter) }

const chosen = (names) => names.filter((name) => suites.includes(name))
if (suites.includes('check')) for (const name of Object.keys(checks)) count(runCheck(name))
if (chosen(quick).length > 0) count(runSuites(chosen(quick)))
if (chosen(browser).length > 0) count(runJourneys())

console.log(`${sums.passed} passed, ${sums.failed} failed`)
process.exit(sums.failed === 0 ? 0 : 1)

function chosenTests() {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, read: () => readFileSync(join(root, path), 'utf8') }))
  try {
    return chooseTests(wordsBut(ways), ['check', ...quick, ...browser], files)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

function wordsBut(options) {
  return process.argv.slice(2).filter((word) => !options.includes(word))
}

function count({ passed, failed }) {
  sums.passed += passed
  sums.failed += failed
}

function runCheck(name) {
  const [command, ...words] = checks[name]
  const { status } = spawnSync(join(binaries, command), words, { cwd: root, env, stdio: 'inherit' })
  console.log(`check ${name}: ${status === 0 ? 'ok' : 'FAILED'}`)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs suites and reads their sums from the report; a run that ends badly without one failed test has failed all the same. */
function runSuites(names, more = {}, options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-test-'))
  const report = join(folder, 'report.json')
  // A suite may be more than one project: `frontend` and `frontend-own-modules`.
  const projects = names.flatMap((name) => ['--project', `${name}*`])
  const wanted = paths.filter((path) => names.includes(suiteOf(path)))
  const words = [
    'run',
    ...projects,
    ...options,
    ...wanted,
    ...(title ? ['-t', title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)] : []),
  ]
  const { status } = spawnSync(projectNode, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: root,
    env: { ...env, ...more, TEST_REPORT: report },
    stdio: 'inherit',
  })
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  const passed = result?.numPassedTests ?? 0
  const failed = result?.numFailedTests ?? 0
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

function runJourneys() {
  const path = findBrowser()
  const way = ways.find((option) => process.argv.includes(option))
  // More files than cores: half of the time of each is waiting for its page.
  if (path)
    return runSuites(browser, { CHROME_PATH: path, ...(way && { JOURNEYS_ON: way.slice(2) }) }, [
      '--maxWorkers',
      `${Math.ceil(Math.max(2, availableParallelism()) * 1.5)}`,
    ])
  console.error('No hay navegador: instala Chrome o Chromium, o indica el suyo en CHROME_PATH.')
  return { passed: 0, failed: 1 }
}
