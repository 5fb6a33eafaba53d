import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { allEntityKinds, type EntityKind } from '#data/key-prefixes'
import { getEntityKindsForOperation, type TableOperation } from '#data/table-access'
import { type LambdaName, tableAccessByLambda } from '../functions/table-access-by-lambda.ts'

const ENTITIES = 'functions/data/entities.ts'
const operations: readonly TableOperation[] = ['read', 'put', 'update', 'delete']

/** The kinds that a function has declared to touch, and the one by which `transact` sends its writes. */
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

/** By kind, the function that makes its entity and the file that exports it. */
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
 * In place of functions/data/entities.ts in the bundle of a function: each entity brings parts of the contract along, whose
 * schemas are built at every cold start.
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

/** Calls `bundle` with the path of a module that has the entities of this function alone, unless it touches every kind. */
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
