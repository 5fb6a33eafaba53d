import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { AuditAction } from '#contract/audit'

export interface AuditedTransaction {
  readonly action: AuditAction
  readonly changed: readonly string[]
}

/** From a document client, or marshalled. */
type Value = string | { readonly S?: string }
type Item = Readonly<Record<string, Value | undefined>>
type TransactItem = Readonly<Partial<Record<'Put' | 'Update' | 'Delete', { Item?: Item; Key?: Item }>>>

const recorded: AuditedTransaction[] = []

export const takeAuditedTransactions = (): readonly AuditedTransaction[] => recorded.splice(0)

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : (value?.S ?? ''))

/** As ElectroDB writes it into keys, in lower case: `$user_1…`, or `$identity#user_…` in collections. */
const entityOf = ({ pk, sk }: Item): string =>
  (/^\$([a-z]+)_\d/i.exec(textOf(sk))?.[1] ?? /^\$\w+#([a-z]+)_/i.exec(textOf(pk))?.[1] ?? '').toLowerCase()

export function recordAuditedTransactions(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => (args) => {
      const { TransactItems = [] } = args.input as { TransactItems?: readonly TransactItem[] }
      const written = TransactItems.map(
        ({ Put, Update, Delete }): Item => Put?.Item ?? Update?.Key ?? Delete?.Key ?? {},
      )
      const changed = written.map(entityOf).filter((entity) => !['', 'auditentry'].includes(entity))
      for (const item of written) {
        if (entityOf(item) === 'auditentry') recorded.push({ action: textOf(item['action']) as AuditAction, changed })
      }
      return next(args)
    },
    { step: 'serialize', priority: 'high', name: 'recordAuditedTransactions', override: true },
  )
  return client
}
