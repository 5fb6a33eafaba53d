import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { buildFunctionBundles, bundleOptions, functionEntries, listStartFiles } from '../../lib/function-bundles.ts'
import { median } from './median.ts'

/*
 * `npx node bin/bench/cold-starts.ts [ROUNDS] [WORDS]`: kB and CPU milliseconds of importing each function's bundle, in a
 * process of its own as at a cold start, beside two references in the same rounds. Compare within a run.
 */

const [rounds = '7', ...words] = process.argv.slice(2)
const references = ['empty', 'dynamodb']
const folder = buildFunctionBundles(mkdtempSync(join(tmpdir(), 'habitat-bundles-')))
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
for (const name of references) {
  buildSync({
    ...bundleOptions,
    entryPoints: [{ in: `bin/bench/cold-start/${name}.ts`, out: `${name}/index` }],
    outdir: folder,
  })
}

const names = [...references, ...functionEntries.filter((entry) => words.every((word) => entry.includes(word)))]
const samples = new Map<string, number[]>(names.map((name) => [name, []]))
// In rotation, so that changes of the machine's load affect all of them.
for (let round = 0; round < Number(rounds); round++) {
  for (const name of names) samples.get(name)?.push(measureImport(join(folder, name, 'index.mjs')))
}
const cpuOf = (name: string) => median(samples.get(name) ?? [])
console.table(
  names
    .map((name) => ({
      function: name,
      'kB at the start': kilobytes(listStartFiles(join(folder, name))),
      'kB in all': kilobytes(listCodeFiles(join(folder, name))),
      'CPU ms': Math.round(cpuOf(name)),
      '× DynamoDB only': (cpuOf(name) / cpuOf('dynamodb')).toFixed(2),
    }))
    .toSorted((one, other) => one['kB at the start'] - other['kB at the start']),
)
rmSync(folder, { recursive: true })

/** @returns milliseconds of user and system time, without Node's own start */
function measureImport(file: string): number {
  const script = `const before = process.cpuUsage(); await import(${JSON.stringify(pathToFileURL(file).href)})
const { user, system } = process.cpuUsage(before); process.stdout.write(String((user + system) / 1000)); process.exit()`
  const env = { PATH: process.env['PATH'], AWS_REGION: 'eu-west-1' }
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' }))
}

function listCodeFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(directory, name))
}

function kilobytes(files: readonly string[]): number {
  return Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000)
}
