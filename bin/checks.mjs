import { setPriority } from 'node:os'
import { join } from 'node:path'
import { spawnGroup } from './spawn-group.mjs'

/** Incremental state: 5 s instead of 23 s. A CI machine starts empty. */
const remembered = (name) =>
  process.env.CI ? [] : ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${name}.tsbuildinfo`]

/** By default four checkers, each of which repeats shared work: half as much processor time again. */
const tsc = (name, ...words) => ['tsc', ...words, '--checkers', '1', ...remembered(name)]

/** What `npm run types` runs: the browser's code and the server's are asked a second time, without each other's globals. */
export const typeChecks = {
  types: tsc('all'),
  'types of the server': tsc('functions', '-p', 'functions'),
  'types of the browser': tsc('frontend', '-p', 'frontend'),
}

/**
 * Each tool counts as one test; the slowest starts first. The lint is split in two, so that both lanes share the
 * longest step.
 */
const checks = {
  ...typeChecks,
  'lint of the tests': ['oxlint', '--deny-warnings', 'test'],
  lint: ['oxlint', '--deny-warnings', '--ignore-pattern', 'test/**'],
  imports: ['depcruise', 'bin', 'lib', 'functions', 'frontend', '--config', '.dependency-cruiser.cjs'],
  'dead code': ['knip'],
  format: ['oxfmt', '--check'],
}

/**
 * For tools written in Go (compiler, type-aware lint, esbuild): on two cores they repeat shared work on each, up to
 * twice the processor time, while other tools run beside them. `GOGC` halves the garbage collections.
 */
export const singleCoreEnvironment = { GOMAXPROCS: '1', GOGC: '200' }

/** The largest check allocates 3 GB in all: no garbage is collected before that, a tenth of the time. */
const checkEnvironment = { ...singleCoreEnvironment, GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** Twice the memory of the compiler and the type-aware lint together, because other programs run too. */
const MEMORY_FOR_TWO_BYTES = 8 * 2 ** 30

/** Omits the import check if the suite `architecture` runs: its test checks the same files, and that none is missed. */
export const selectChecks = (suites) => {
  const { imports, ...others } = checks
  return suites.includes('architecture') ? others : { ...others, imports }
}

/** Unix niceness: journeys running beside the checks have timeouts of seconds and take precedence. */
const CHECK_PRIORITY = 5

export const hasMemoryForTwo = ({ memory }) => memory >= MEMORY_FOR_TWO_BYTES

const lanesFor = (machine) => (machine.cores > 1 && hasMemoryForTwo(machine) ? 2 : 1)

/**
 * Runs all checks, two at once if cores and memory allow; prints a tool's output when it has ended. A tool killed by a
 * signal, as when memory is short, is repeated alone.
 *
 * @param binaries folder of the tools
 * @param machine its `cores` and free `memory` in bytes
 * @param options for each tool's process
 * @returns how many passed and failed
 */
export async function runChecks({ binaries, machine, options, print = console.log, steps = checks }) {
  const left = Object.keys(steps)
  const killed = []
  const sums = { passed: 0, failed: 0 }
  const conclude = (name, { passed, text, reason }) => {
    sums[passed ? 'passed' : 'failed'] += 1
    print(`${text}check ${name}: ${passed ? 'ok' : `FAILED (${reason})`}`)
  }
  const run = (name) => runTool(join(binaries, steps[name][0]), steps[name].slice(1), options)
  const isEnded = () => options.signal?.aborted ?? false
  const lane = async () => {
    for (let name = left.shift(); name && !isEnded(); name = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
      const outcome = await run(name)
      if (outcome.signal && !isEnded()) killed.push(name)
      else conclude(name, outcome)
    }
  }
  await Promise.all(Array.from({ length: lanesFor(machine) }, lane))
  for (const name of killed) {
    print(`check ${name}: ended by a signal, as a machine does that is short of memory; once more, alone`)
    // oxlint-disable-next-line no-await-in-loop -- alone
    conclude(name, await run(name))
  }
  return sums
}

function runTool(command, words, options) {
  return new Promise((resolve) => {
    const parts = []
    const child = spawnGroup(command, words, {
      ...options,
      env: { ...process.env, ...options?.env, ...checkEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid) setPriority(child.pid, CHECK_PRIORITY)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
    const end = (passed, reason, signal) =>
      resolve({ passed, reason, signal, text: parts.length > 0 ? withNewline(Buffer.concat(parts).toString()) : '' })
    child.once('error', (error) => end(false, error.message))
    child.once('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : `exit code ${code}`, signal))
  })
}

const withNewline = (text) => (text.endsWith('\n') ? text : `${text}\n`)
