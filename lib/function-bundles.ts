import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BuildOptions, buildSync, type Metafile } from 'esbuild'
import { userPoolTriggers } from '#platform/lambdas'
import { type LambdaName, tableAccessByLambda } from '../functions/table-access-by-lambda.ts'
import { withEntitiesOf } from './function-entities.ts'
import { listRecordKeys } from './records.ts'

const functionNames = listRecordKeys(tableAccessByLambda)

const toFunctionEntry = (name: LambdaName): string => (name.includes('/') ? `${name}.handler` : `${name}/handler`)

export const functionEntries: readonly string[] = functionNames.map(toFunctionEntry)

const replacements = './lib/bundle-replacements'

const commonAlias = {
  '@aws-sdk/credential-provider-node': `${replacements}/credentials-from-environment.ts`,
  '@aws-sdk/endpoint-cache': `${replacements}/no-endpoint-cache.ts`,
  http: `${replacements}/http.cjs`,
  'node:http': `${replacements}/http.cjs`,
}

export const bundleOptions = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias: {
    ...commonAlias,
    '@aws-sdk/lib-dynamodb': `${replacements}/document-commands.cjs`,
    electrodb: `${replacements}/electrodb.mjs`,
    jsonschema: `${replacements}/no-model-validation.ts`,
  },
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  // CommonJS packages (electrodb, nodemailer) call `require`, which an ES module does not have.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Three of them run before each sign-in, and Cognito waits five seconds at most. */
const triggers: readonly LambdaName[] = Object.values(userPoolTriggers)

const triggerAlias = { ...commonAlias, electrodb: `${replacements}/small-electrodb/index.ts` }

export function buildFunctionBundles(folder: string): string {
  const splitting = listLoadingLater()
  for (const name of functionNames) {
    const entry = toFunctionEntry(name)
    bundle(name, {
      // One build per function: a common build would split shared modules into extra files.
      splitting: splitting.includes(entry),
      entryPoints: [{ in: `functions/${entry}.ts`, out: 'index' }],
      outdir: join(folder, entry),
    })
  }
  return folder
}

function bundle(name: LambdaName, more: BuildOptions): void {
  const alias = triggers.includes(name) ? triggerAlias : bundleOptions.alias
  withEntitiesOf(name, (entities) =>
    buildSync({ ...bundleOptions, alias: { ...alias, ...(entities && { '#data/entities': entities }) }, ...more }),
  )
}

function listLoadingLater(): readonly string[] {
  // The packages do not change which own modules reach a bundle, and are nine tenths of the work.
  const { metafile } = buildSync({
    ...bundleOptions,
    entryPoints: functionEntries.map((entry) => `functions/${entry}.ts`),
    packages: 'external',
    sourcemap: false,
    write: false,
    outdir: '.',
  })
  return functionEntries.filter((entry) => loadsLater(metafile, `functions/${entry}.ts`))
}

function loadsLater({ inputs, outputs }: Metafile, entryPoint: string): boolean {
  const output = Object.values(outputs).find((each) => each.entryPoint === entryPoint)
  return Object.keys(output?.inputs ?? {}).some(
    (input) => input.startsWith('functions/') && inputs[input]?.imports.some(({ kind }) => kind === 'dynamic-import'),
  )
}

export function listStartFiles(directory: string): string[] {
  const seen = new Set<string>()
  const waiting = [join(directory, 'index.mjs')]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    const imported = [...source.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.mjs)"/g)]
    waiting.push(...imported.map(([, path = '']) => join(dirname(file), path)))
  }
  return [...seen]
}
