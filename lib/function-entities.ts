import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { allEntityKinds, type EntityKind } from '#data/key-prefixes'
import { getEntityKindsForOperation, type TableOperation } from '#data/table-access'
import { type LambdaName, tableAccessByLambda } from '../functions/table-access-by-lambda.ts'

const ENTITIES = 'functions/data/entities.ts'
const operations: readonly TableOperation[] = ['read', 'put', 'update', 'delete']

/** The declared kinds, and `auditEntries`, through which `transact` sends its writes. */
const listEntityKindsOf = (name: LambdaName): readonly EntityKind[] =>
  allEntityKinds.filter(
    (kind) =>
      kind === 'auditEntries' ||
      operations.some((operation) => getEntityKindsForOperation(tableAccessByLambda[name], operation).includes(kind)),
  )

interface Maker {
  readonly name: string
  readonly file: string
}

function readEntityMakers(source = readFileSync(ENTITIES, 'utf8')): ReadonlyMap<string, Maker> {
  const files = new Map(
    [...source.matchAll(/^import \{([^}]+)\} from '(\.\/[^']+)'/gm)].flatMap(([, names = '', path = '']) =>
      names.split(',').map((name) => [name.trim(), resolve(dirname(ENTITIES), path)] as const),
    ),
  )
  return new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+Entity),$/gm)].map(([, kind = '', name = '']) => [
      kind,
      { name, file: files.get(name) ?? '' },
    ]),
  )
}

/**
 * Replaces functions/data/entities.ts in a function's bundle: each entity imports contract schemas, which are built at
 * every cold start.
 */
function formatEntities(kinds: readonly EntityKind[]): string {
  const makers = readEntityMakers()
  const chosen = kinds.map((kind) => {
    const maker = makers.get(kind)
    if (!maker) throw new Error(`${ENTITIES} makes no ${kind}`)
    return { kind, ...maker }
  })
  return [
    `import { createLazyEntities } from ${JSON.stringify(resolve('functions/data/lazy-entities.ts'))}`,
    ...chosen.map(({ name, file }) => `import { ${name} } from ${JSON.stringify(file)}`),
    `const makers = { ${chosen.map(({ kind, name }) => `${kind}: ${name}`).join(', ')} }`,
    'export const createLazyTableEntities = (config) => createLazyEntities(makers, config)',
    '',
  ].join('\n')
}

export function withEntitiesOf(name: LambdaName, bundle: (path: string | undefined) => void): void {
  const kinds = listEntityKindsOf(name)
  if (kinds.length === allEntityKinds.length) return bundle(undefined)
  const folder = mkdtempSync(join(tmpdir(), 'habitat-entities-'))
  try {
    const path = join(folder, 'entities.js')
    writeFileSync(path, formatEntities(kinds))
    bundle(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
