import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mapStack } from '#platform/map-stack'
import { bundleOptions } from '../../lib/function-bundles.ts'

/** Loads a bundle in its own process, calls it with each event, and prints which maps were read after each step. */
const RUNNER = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const read = fs.readFileSync
const maps = []
fs.readFileSync = (file, ...more) => (String(file).endsWith('.map') && maps.push(String(file)), read(file, ...more))
syncBuiltinESMExports()
const { handler } = await import(process.argv[1])
const steps = [[...maps]]
let thrown
for (const event of JSON.parse(process.argv[2])) {
  await handler(event, {}).catch((error) => (thrown = error.stack))
  steps.push([...maps])
}
process.stdout.write('\\n' + JSON.stringify({ steps, thrown }))
process.exit()
`

const api = 'messages/handler'
const job = 'customers/recount.handler'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'habitat-stacks-'))
  for (const entry of [api, job])
    buildSync({
      ...bundleOptions,
      splitting: entry === api,
      entryPoints: [{ in: `functions/${entry}.ts`, out: 'index' }],
      outdir: join(folder, entry),
    })
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  /** What was logged. */
  readonly faults: readonly string[]
  readonly thrown: string | undefined
  /** Maps read by the import, and by then after each call. */
  readonly steps: readonly (readonly string[])[]
  readonly output: string
}

/** Without its variables a function fails at the line that reads them. */
async function run(directory: string, events: readonly object[]): Promise<Run> {
  const bundle = pathToFileURL(join(directory, 'index.mjs')).href
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', RUNNER, bundle, JSON.stringify(events)],
    { env: { AWS_REGION: 'eu-west-1' } },
  )
  const lines = `${stdout}\n${stderr}`.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const { steps, thrown } = lines.find((line) => 'steps' in line)
  return { steps, thrown, faults: lines.flatMap(({ fault }) => fault ?? []), output: `${stdout}${stderr}` }
}

const aRequest = (routeKey: string) => ({
  routeKey,
  headers: {},
  requestContext: { requestId: '1', http: { sourceIp: '192.0.2.1' } },
})
const failing = aRequest('GET /messages')

function aCopy(change: (map: string) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'habitat-stacks-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(join(folder, api), copy, { recursive: true })
  for (const map of globSync(join(copy, '*.map'))) change(map)
  return copy
}

const FAILING_FILE = 'functions/platform/environment.ts'
const failingLine =
  readFileSync(FAILING_FILE, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('environment variables are not set')) + 1

test('an error that a function logs names the file and the line of its source', async () => {
  const { faults } = await run(join(folder, api), [failing])

  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^Error: environment variables are not set: TABLE_NAME/)
  expect(faults[0]).toContain(`${FAILING_FILE}:${failingLine}:`)
  expect(faults[0]).toMatch(/[ (]functions\/platform\/serve\.ts:\d+:\d+/)
  expect(faults[0]).not.toContain('.mjs')
})

test('an error that a function throws, which Lambda logs, names them too', async () => {
  const { thrown } = await run(join(folder, job), [{}])

  expect(thrown).toContain(`${FAILING_FILE}:${failingLine}:`)
})

test('the maps are read by the first error that is logged, once, and by nothing else', async () => {
  const { faults, steps } = await run(join(folder, api), [aRequest('GET /never'), failing, failing])

  const [byImport, byRefusal, byFirst = [], bySecond] = steps
  expect(faults).toHaveLength(2)
  expect([byImport, byRefusal]).toEqual([[], []])
  expect(byFirst).not.toEqual([])
  expect(new Set(byFirst).size).toBe(byFirst.length)
  expect(bySecond).toEqual(byFirst)
})

test.for([
  ['missing', (map: string) => rmSync(map)],
  ['broken', (map: string) => writeFileSync(map, '{"sources": ["inconfesable')],
  ['of another form', (map: string) => writeFileSync(map, '{"inconfesable": 1}')],
] as const)('a map that is %s changes the lines alone, and nothing of it is logged', async ([, change]) => {
  const { faults, output } = await run(aCopy(change), [failing])

  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^Error: environment variables are not set: TABLE_NAME/)
  expect(faults[0]).toMatch(/index\.mjs:\d+:\d+/)
  expect(output).not.toContain('inconfesable')
})

test('a message that names a file elsewhere makes no function read its map', () => {
  const other = join(folder, 'other.mjs')
  writeFileSync(`${other}.map`, JSON.stringify({ version: 3, sources: ['other.ts'], names: [], mappings: 'AAAA' }))
  const stack = `Error: ${pathToFileURL(other).href}:1:1`

  expect(mapStack(stack)).toBe(stack)
})
