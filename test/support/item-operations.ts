import { build, type Plugin } from 'esbuild'
import { type ApiDomain, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { allEntityKinds, type EntityKind } from '#data/key-prefixes'
import type { TableOperation } from '#data/table-access'
import { type LambdaName, tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'

const operations: Readonly<Record<string, TableOperation>> = {
  get: 'read',
  query: 'read',
  scan: 'read',
  find: 'read',
  match: 'read',
  check: 'read',
  create: 'put',
  put: 'put',
  upsert: 'update',
  update: 'update',
  patch: 'update',
  delete: 'delete',
  remove: 'delete',
}

export type ItemOperation = `${TableOperation} ${EntityKind}`

const gates = /\/(?:health-consent|record-openings)\.ts$/

/** serve()'s consent and opening checks are bundled with every domain, but run only for endpoints that declare them. */
const withoutGates: Plugin = {
  name: 'without-gates',
  setup: (bundle) =>
    bundle.onResolve({ filter: gates }, ({ path, importer }) =>
      importer.endsWith('functions/platform/serve.ts') ? { path, external: true } : undefined,
    ),
}

function ofGates(name: LambdaName): readonly ItemOperation[] {
  const endpoints = Object.values<Endpoint>(endpointsByDomain[name as ApiDomain] ?? {})
  const opens = endpoints.some((endpoint) => !['nothing', 'export', undefined].includes(endpoint.opens as string))
  return [
    ...(endpoints.some(({ health }) => health)
      ? (['read healthConsents', 'read healthErasures', 'read customers'] as const)
      : []),
    ...(opens ? (['read recordOpenings', 'put recordOpenings', 'put auditEntries'] as const) : []),
  ]
}

const used = (code: string): readonly ItemOperation[] =>
  allEntityKinds.flatMap((kind) =>
    [...code.matchAll(new RegExp(String.raw`\b${kind}\s*\.\s*(\w+)\(?`, 'g'))].flatMap(([, method = '']) => {
      const operation = operations[method]
      return operation ? [`${operation} ${kind}` as const] : []
    }),
  )

const handedOn = new RegExp(String.raw`\b(?:data|entities)\d*\.(?:${allEntityKinds.join('|')})\b(?!\s*\.).*`, 'g')

const uses = new RegExp(
  String.raw`\b(?:${allEntityKinds.join('|')})\s*\.\s*(?:${Object.keys(operations).join('|')})\b[^]*?\.(?:go\([^)]*\)|commit\()`,
  'g',
)

export interface FunctionItemOperations {
  readonly reach: ReadonlySet<ItemOperation>
  /** Entities passed to other code, whose operations cannot be seen here. */
  readonly handedOn: readonly string[]
  readonly uses: readonly string[]
}

/**
 * Operations in each function's tree-shaken bundle. Raw requests of functions/data/raw-table-access.ts name no entity
 * and are not seen.
 */
export async function findItemOperations(): Promise<Readonly<Record<LambdaName, FunctionItemOperations>>> {
  const names = Object.keys(tableAccessByLambda) as LambdaName[]
  const { outputFiles } = await build({
    entryPoints: names.map((name) => ({
      in: name.includes('/') ? `functions/${name}.handler.ts` : `functions/${name}/handler.ts`,
      out: name,
    })),
    outdir: 'reached',
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    packages: 'external',
    plugins: [withoutGates],
    logLevel: 'error',
  })
  const codeOf = (name: LambdaName) => outputFiles.find(({ path }) => path.endsWith(`/reached/${name}.js`))?.text ?? ''
  return Object.fromEntries(
    names.map((name): [string, FunctionItemOperations] => {
      const code = codeOf(name)
      return [
        name,
        {
          reach: new Set([...used(code), ...ofGates(name)]),
          handedOn: [...code.matchAll(handedOn)].map(([text]) => text),
          uses: code.match(uses) ?? [],
        },
      ]
    }),
  ) as Record<LambdaName, FunctionItemOperations>
}
