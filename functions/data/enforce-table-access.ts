import { AsyncLocalStorage } from 'node:async_hooks'
import type { AttributeValue, DynamoDBClient, ServiceInputTypes } from '@aws-sdk/client-dynamodb'
import { type EntityKind, entityKindsByService, type EntityServiceName } from './key-prefixes.ts'
import { getEntityKindsForOperation, type TableAccess, type TableOperation } from './table-access.ts'

interface TableUse {
  readonly access: TableAccess
  readonly operation: TableOperation
  readonly kind: EntityKind | undefined
  readonly service: EntityServiceName | undefined
  readonly isByKey?: boolean
}

const scope = new AsyncLocalStorage<TableAccess>()

export const withTableAccess =
  <Given extends unknown[], Reply>(access: TableAccess, handler: (...given: Given) => Promise<Reply>) =>
  (...given: Given): Promise<Reply> =>
    scope.run(access, () => handler(...given))

const kindsByKey = new Map<string, EntityKind>([
  ['client/search', 'searchLines'],
  ['client/piece', 'searchPieces'],
  ['identity/piece', 'userSearchPieces'],
])

export function registerEntityKeys(
  kind: EntityKind,
  { service, entity }: { readonly service: string; readonly entity: string },
): void {
  kindsByKey.set(`${service}/${entity}`.toLowerCase(), kind)
}

type Value = AttributeValue | string | undefined
type Item = Readonly<Record<string, Value>>

const textOf = (value: Value): string => (typeof value === 'string' ? value : (value?.S ?? ''))

interface Use {
  readonly operation: TableOperation
  readonly pk: string
  readonly sk: string
  readonly isByKey?: boolean
}

const ofItem = (operation: TableOperation, item: Item | undefined): Use => ({
  operation,
  pk: textOf(item?.['pk']),
  sk: textOf(item?.['sk']),
})

const ofKey = (key: Item | undefined): Use => ({ ...ofItem('read', key), isByKey: true })

interface Write {
  readonly Item?: Item
  readonly Key?: Item
}

type Part = Readonly<Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', Write>>>

const ofPart = ({ Put, Update, Delete, ConditionCheck, Get }: Part): Use => {
  if (Put) return ofItem('put', Put.Item)
  if (Update) return ofItem('update', Update.Key)
  if (Delete) return ofItem('delete', Delete.Key)
  return ofKey((ConditionCheck ?? Get)?.Key)
}

interface Batch {
  readonly Keys?: readonly Item[]
}
/** IAM has one action for BatchWriteItem, so puts and removals in it cannot be distinguished. */
function ofBatch(requests: Batch | readonly unknown[]): readonly Use[] {
  if ('Keys' in requests) return (requests.Keys ?? []).map(ofKey)
  throw new Error('functions write no batches: IAM lets them put, update and delete item by item')
}

function usesIn(given: ServiceInputTypes, command: string): readonly Use[] {
  const input = given as unknown as {
    readonly TransactItems?: readonly Part[]
    readonly RequestItems?: Readonly<Record<string, Batch | readonly unknown[]>>
    readonly ExpressionAttributeValues?: Item
  } & Write
  if (input.TransactItems) return input.TransactItems.map(ofPart)
  if (input.RequestItems) return Object.values(input.RequestItems).flatMap(ofBatch)
  if (command.startsWith('Query')) {
    const values = input.ExpressionAttributeValues
    return [{ operation: 'read', pk: textOf(values?.[':pk'] ?? values?.[':key']), sk: textOf(values?.[':sk1']) }]
  }
  if (input.Item) return [ofItem('put', input.Item)]
  if (command.startsWith('Update')) return [ofItem('update', input.Key)]
  if (command.startsWith('Delete')) return [ofItem('delete', input.Key)]
  return input.Key ? [ofKey(input.Key)] : []
}

/** `$identity#userid_…` with `$user_1…` is a user. */
function ownerOf({ pk, sk }: Use): Pick<TableUse, 'kind' | 'service'> {
  const service = /^\$(\w+)/.exec(pk)?.[1] as EntityServiceName | undefined
  // Keys with foreign ids keep their capitals.
  const entity = /^\$([a-z]+)_\d/i.exec(sk)?.[1] ?? /^\$\w+#([a-z]+)_/i.exec(pk)?.[1]
  return { service, kind: kindsByKey.get(`${service}/${entity?.toLowerCase()}`) }
}

/** No role may get an entry of the audit log by its key (lib/constructs/data-table.ts): it is queried. */
function isDeclared({ access, operation, kind, service, isByKey = false }: TableUse): boolean {
  if (isByKey && service === 'audit') return false
  const kinds: readonly EntityKind[] = getEntityKindsForOperation(access, operation)
  if (kind) return kinds.includes(kind)
  return (
    service !== undefined &&
    kinds.some((each) => (entityKindsByService[service] as readonly EntityKind[])?.includes(each))
  )
}

/**
 * Refuses undeclared access. IAM can do so only for whole services; this is exact for each entity, and also works in
 * tests and on the local product.
 */
export function enforceTableAccess(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const access = scope.getStore()
        if (!access) return next(args)
        for (const touched of usesIn(args.input, commandName)) {
          const use: TableUse = { access, ...touched, ...ownerOf(touched) }
          if (!isDeclared(use)) {
            throw new Error(`the function has not declared to ${use.operation} ${use.kind ?? touched.pk.split('_')[0]}`)
          }
        }
        return next(args)
      },
    { step: 'serialize', priority: 'high', name: 'withinAccess', override: true },
  )
  return client
}
