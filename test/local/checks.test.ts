import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { selectChecks, runChecks } from '../../bin/checks.mjs'

const node = basename(process.execPath)
const roomy = { cores: 2, memory: 2 ** 40 }

async function runSteps(scripts: Readonly<Record<string, string>>, machine = roomy) {
  const printed: string[] = []
  const steps = Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, [node, '-e', script]]))
  const print = (text: string) => void printed.push(text)
  const sums = await runChecks({ binaries: dirname(process.execPath), machine, options: {}, print, steps })
  return { sums, printed }
}

function createPassingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-checks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('what a check says stands in one piece before its outcome, whatever ran beside it', async () => {
  const { sums, printed } = await runSteps({
    types: "console.log('one'); console.error('two'); process.exit(2)",
    lint: "console.log('three')",
  })

  expect(sums).toEqual({ passed: 1, failed: 1 })
  expect(printed.toSorted()).toEqual(['one\ntwo\ncheck types: FAILED (exit code 2)', 'three\ncheck lint: ok'])
})

test('a check that a signal ended, as where memory is short, is run once more and counts as it ends then', async () => {
  const here = JSON.stringify(join(createPassingFolder(), 'tried'))
  const { sums, printed } = await runSteps({
    'dead code': `const fs = require('fs'); if (!fs.existsSync(${here})) { fs.writeFileSync(${here}, ''); process.kill(process.pid, 'SIGKILL') }`,
  })

  expect(sums).toEqual({ passed: 1, failed: 0 })
  expect(printed.at(-1)).toBe('check dead code: ok')
})

test('a check that a signal ends twice has failed, and its name and the signal are said', async () => {
  const { sums, printed } = await runSteps({ 'dead code': "process.kill(process.pid, 'SIGKILL')" })

  expect(sums).toEqual({ passed: 0, failed: 1 })
  expect(printed.at(-1)).toBe('check dead code: FAILED (ended by SIGKILL)')
})

test('a check whose program is not there has failed', async () => {
  const printed: string[] = []
  const sums = await runChecks({
    binaries: createPassingFolder(),
    machine: roomy,
    options: {},
    print: (text) => void printed.push(text),
    steps: { lint: ['oxlint'] },
  })

  expect(sums).toEqual({ passed: 0, failed: 1 })
  expect(printed).toEqual([expect.stringContaining('ENOENT')])
})

test('a check leaves the processor to the tests beside it', async () => {
  const { printed } = await runSteps({ types: "console.log(require('os').getPriority() > 0)" })

  expect(printed).toEqual(['true\ncheck types: ok'])
})

test.each([
  ['a machine with one core', { cores: 1, memory: 2 ** 40 }],
  ['a machine with little memory', { cores: 2, memory: 2 ** 30 }],
])('on %s no two checks run at once', async (_, machine) => {
  const taken = join(createPassingFolder(), 'taken')
  const alone = `const fs = require('fs'); fs.mkdirSync(${JSON.stringify(taken)}); fs.rmdirSync(${JSON.stringify(taken)})`

  const { sums } = await runSteps({ one: alone, two: alone, three: alone }, machine)

  expect(sums).toEqual({ passed: 3, failed: 0 })
  expect(existsSync(taken)).toBe(false)
})

test('the imports are asked once: by their check, or where it runs by the suite that says more of them', () => {
  const all = Object.keys(selectChecks(['check']))

  expect(all).toContain('imports')
  expect(Object.keys(selectChecks(['check', 'architecture'])).toSorted()).toEqual(
    all.filter((name) => name !== 'imports').toSorted(),
  )
})

test('a run that is ended ends what its checks have started, and begins no other', async () => {
  const started = join(createPassingFolder(), 'started')
  const ended = new AbortController()
  // The check's own end is not enough: its output stays open as long as what it has started lives.
  const starter = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`
  const printed: string[] = []
  const run = runChecks({
    binaries: dirname(process.execPath),
    machine: { ...roomy, cores: 1 },
    options: { signal: ended.signal },
    print: (text) => void printed.push(text),
    steps: {
      types: [node, '-e', `${starter}; require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`],
      lint: [node, '-e', ''],
    },
  })
  await vi.waitUntil(() => existsSync(started), { timeout: 20_000 })

  ended.abort()

  expect(await run).toEqual({ passed: 0, failed: 1 })
  expect(printed).toEqual(['check types: FAILED (ended by SIGTERM)'])
})
