import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/**
 * What has not changed since the last check is not worked out again: 7 s in place of 40. Writing it down takes 13 more, for nothing where
 * the machine is new at each run.
 */
const remembered = (name) =>
  process.env.CI ? [] : ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${name}.tsbuildinfo`]

/** By itself it has four checkers, each of which works out anew what they share: half as much again for the processor. */
const tsc = (name, ...words) => ['tsc', ...words, '--checkers', '1', ...remembered(name)]

/**
 * The tools that hold the style, each counted as one test; what takes longest begins first. The lint in two halves, so that it takes both
 * lanes: by far the longest, it would hold one up when the other has ended.
 */
const checks = {
  'lint of the tests': ['oxlint', '--deny-warnings', 'test'],
  lint: ['oxlint', '--deny-warnings', '--ignore-pattern', 'test/**'],
  types: tsc('all'),
  'types of the server': tsc('functions', '-p', 'functions'),
  'types of the browser': tsc('frontend', '-p', 'frontend'),
  imports: ['depcruise', 'bin', 'lib', 'functions', 'frontend', '--config', '.dependency-cruiser.cjs'],
  'dead code': ['knip'],
  format: ['oxfmt', '--check'],
}

/**
 * Of the tools that are written in Go, the compiler, the type-aware lint and, in the suites, esbuild: on two cores each works out on both what
 * they share, which takes up to twice the processor's time, and something else runs beside them anyway. They collect garbage half as often.
 */
export const oneCore = { GOMAXPROCS: '1', GOGC: '200' }

/** Twice the memory of the compiler and the type-aware lint together: something else runs as well. */
const MEMORY_FOR_TWO_BYTES = 8 * 2 ** 30

/** Without the check of the imports where the suite `architecture` runs, whose test asks the same of more files. */
export const checksBeside = (suites) => {
  const { imports, ...others } = checks
  return suites.includes('architecture') ? others : { ...others, imports }
}

/** Nice, as Unix counts it: journeys that wait beside the checks for what comes within seconds go first. */
const CHECK_PRIORITY = 5

/** Whether the machine bears something else beside a check. */
export const hasMemoryForTwo = ({ memory }) => memory >= MEMORY_FOR_TWO_BYTES

const lanesFor = (machine) => (machine.cores > 1 && hasMemoryForTwo(machine) ? 2 : 1)

/**
 * Runs every check, two at once where there are cores and memory for it; what one prints is shown when it has ended. One that was ended by a signal, as where memory is
 * short, is run once more when nothing runs beside it.
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
  const lane = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
      const outcome = await run(name)
      if (outcome.signal) killed.push(name)
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
    const child = spawn(command, words, {
      ...options,
      env: { ...process.env, ...options?.env, ...oneCore },
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
